"""Set a filing as HTML with inline XBRL, the way EDGAR filing software does."""

from collections.abc import Iterable
from datetime import date
from html import escape
from pathlib import Path

from generator.layout import Figure, Grid, GridRow, Pages, Paragraph, Style, Tag

_NAMESPACES = {
    "": "http://www.w3.org/1999/xhtml",
    "ix": "http://www.xbrl.org/2013/inlineXBRL",
    "xbrli": "http://www.xbrl.org/2003/instance",
    "xbrldi": "http://xbrl.org/2006/xbrldi",
    "xlink": "http://www.w3.org/1999/xlink",
    "link": "http://www.xbrl.org/2003/linkbase",
    "iso4217": "http://www.xbrl.org/2003/iso4217",
    "dei": "http://xbrl.sec.gov/dei/2023",
    "us-gaap": "http://fasb.org/us-gaap/2023",
    "srt": "http://fasb.org/srt/2023",
}
_UNITS = {
    "USD": "<xbrli:measure>iso4217:USD</xbrli:measure>",
    "shares": "<xbrli:measure>xbrli:shares</xbrli:measure>",
    "USD/shares": (
        "<xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>"
        "</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares"
        "</xbrli:measure></xbrli:unitDenominator></xbrli:divide>"
    ),
}
_UNIT_IDS = {"USD": "usd", "shares": "shares", "USD/shares": "usdPerShare"}
_STYLES = {
    Style.BODY: "font:10pt Times New Roman;margin:6pt 0",
    Style.HEADING: "font:bold 10pt Times New Roman;margin:9pt 0",
    Style.SUBHEADING: "font:bold italic 10pt Times New Roman;margin:6pt 0",
    Style.CENTER: "font:10pt Times New Roman;text-align:center",
    Style.TITLE: "font:bold 10pt Times New Roman;text-align:center",
}
_BREAK = '<hr style="page-break-after:always"/>'


def write_html(
    pages: Pages,
    prefix: str,
    footer: str,
    span: tuple[date, date],
    dei: dict[str, str],
    path: Path,
) -> None:
    """Write the pages; ``dei`` holds the document facts that the cover does not print."""
    setter = _Setter(dei.get("EntityCentralIndexKey", ""), span)
    body = []
    for number, blocks in enumerate(pages.pages, 1):
        parts = [setter.block(block) for block in blocks]
        if number > 1:
            parts.append(f'<div style="text-align:center">{escape(footer)} {number - 1}</div>')
        body.append("\n".join(parts))
    names = dict(_NAMESPACES) | {prefix: f"http://www.{prefix}.example/{span[1]:%Y%m%d}"}
    spaces = " ".join(f'xmlns{":" if k else ""}{k}="{v}"' for k, v in names.items())
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<html {spaces}>\n<head>'
        f"<title>{prefix}-{span[1]:%Y%m%d}</title></head>\n<body>\n"
        f"{setter.header(prefix, dei)}\n" + f"\n{_BREAK}\n".join(body) + "\n</body>\n</html>\n"
    )
    path.write_text(text, encoding="utf-8", newline="\n")


class _Setter:
    """Turns blocks into markup and remembers the contexts they need."""

    def __init__(self, cik: str, span: tuple[date, date]) -> None:
        self._cik = cik
        self._contexts: dict[tuple[date | None, date, tuple[str, str] | None], str] = {}
        self._facts = 0
        self._document = self._context(Tag("", span[0], span[1]))

    def _context(self, tag: Tag) -> str:
        key = (tag.start, tag.end, tag.dimension)
        return self._contexts.setdefault(key, f"c-{len(self._contexts) + 1}")

    def _next_id(self) -> str:
        self._facts += 1
        return f"f-{self._facts}"

    def header(self, prefix: str, dei: dict[str, str]) -> str:
        hidden = "".join(
            f'<ix:nonNumeric contextRef="{self._document}" name="dei:{name}" '
            f'id="{self._next_id()}">{escape(value)}</ix:nonNumeric>'
            for name, value in dei.items()
        )
        units = "".join(
            f'<xbrli:unit id="{_UNIT_IDS[name]}">{xml}</xbrli:unit>' for name, xml in _UNITS.items()
        )
        return (
            f'<div style="display:none"><ix:header><ix:hidden>{hidden}</ix:hidden>'
            f'<ix:references><link:schemaRef xlink:type="simple" xlink:href="{prefix}.xsd"/>'
            f"</ix:references><ix:resources>{self._context_xml()}{units}</ix:resources>"
            "</ix:header></div>"
        )

    def _context_xml(self) -> str:
        parts = []
        for (start, end, dimension), name in self._contexts.items():
            segment = ""
            if dimension:
                segment = (
                    f'<xbrli:segment><xbrldi:explicitMember dimension="{dimension[0]}">'
                    f"{dimension[1]}</xbrldi:explicitMember></xbrli:segment>"
                )
            period = (
                f"<xbrli:startDate>{start}</xbrli:startDate><xbrli:endDate>{end}</xbrli:endDate>"
                if start
                else f"<xbrli:instant>{end}</xbrli:instant>"
            )
            parts.append(
                f'<xbrli:context id="{name}"><xbrli:entity><xbrli:identifier '
                f'scheme="http://www.sec.gov/CIK">{self._cik}</xbrli:identifier>{segment}'
                f"</xbrli:entity><xbrli:period>{period}</xbrli:period></xbrli:context>"
            )
        return "".join(parts)

    def block(self, block: Paragraph | Grid) -> str:
        return self._paragraph(block) if isinstance(block, Paragraph) else self._grid(block)

    def _paragraph(self, paragraph: Paragraph) -> str:
        text = escape(paragraph.text, quote=False)
        for part, name in paragraph.marks:
            quoted = escape(part, quote=False)
            tagged = (
                f'<ix:nonNumeric contextRef="{self._document}" name="dei:{name}" '
                f'id="{self._next_id()}"{_format(name)}>{quoted}</ix:nonNumeric>'
            )
            before, _, after = text.rpartition(quoted)
            text = before + tagged + after
        return f'<div style="{_STYLES[paragraph.style]}">{text}</div>'

    def _grid(self, grid: Grid) -> str:
        rows = [] if grid.continued else list(_header_rows(grid))
        rows += [self._row(row, grid) for row in grid.rows]
        above = "" if grid.continued else "".join(
            f'<div style="{_STYLES[style]}">{escape(text, quote=False)}</div>\n'
            for text, style in ((grid.caption, Style.TITLE), (grid.unit_line, Style.CENTER))
            if text
        )  # fmt: skip
        return f'{above}<table style="width:100%">\n' + "\n".join(rows) + "\n</table>"

    def _row(self, row: GridRow, grid: Grid) -> str:
        weight = ";font-weight:bold" if row.total or not row.cells else ""
        label = escape(row.label, quote=False)
        style = f"padding-left:{9 * row.level}pt{weight}"
        if not row.cells:
            return (
                f'<tr><td colspan="{3 * len(grid.columns) + 1}" style="{style}">{label}</td></tr>'
            )
        cells = "".join(self._cell(cell, grid, weight) for cell in row.cells)
        return f'<tr><td style="{style}">{label}</td>{cells}</tr>'

    def _cell(self, cell: Figure | str | None, grid: Grid, weight: str) -> str:
        align = f' style="text-align:right{weight}"'
        if cell is None:
            return "<td></td><td></td><td></td>"
        if isinstance(cell, str):
            return f'<td></td><td style="text-align:center">{escape(cell)}</td><td></td>'
        sign = "(" if cell.value < 0 else ""
        tail = (")" if cell.value < 0 else "") + ("%" if cell.unit == "%" and cell.value else "")
        dollar = "$" if cell.dollar else ""
        number = sign + self._number(cell, grid.scale)
        return f"<td>{dollar}</td><td{align}>{number}</td><td>{tail}</td>"

    def _number(self, cell: Figure, table_scale: int) -> str:
        shown = cell.digits if cell.value else "—"
        if cell.tag is None:
            return shown
        scale = 0 if cell.unit == "USD/shares" else table_scale
        decimals = cell.places - scale
        negative = (cell.value < 0) != cell.tag.negated and bool(cell.value)
        form = "ixt:num-dot-decimal" if cell.value else "ixt:fixed-zero"
        sign = ' sign="-"' if negative else ""
        context, unit = self._context(cell.tag), _UNIT_IDS[cell.unit]
        return (
            f'<ix:nonFraction unitRef="{unit}" contextRef="{context}" decimals="{decimals}" '
            f'name="{cell.tag.concept}" format="{form}" scale="{scale}"{sign} '
            f'id="{self._next_id()}">{shown}</ix:nonFraction>'
        )


def _format(name: str) -> str:
    return ' format="ixt:date-monthname-day-year-en"' if name == "DocumentPeriodEndDate" else ""


def _header_rows(grid: Grid) -> Iterable[str]:
    if grid.spans:
        cells = "".join(
            f'<td colspan="{3 * count}" style="text-align:center;font-weight:bold">{text}</td>'
            for text, count in grid.spans
        )
        yield f"<tr><td></td>{cells}</tr>"
    if any(grid.columns):
        cells = "".join(
            f'<td colspan="3" style="text-align:center;font-weight:bold">{escape(label)}</td>'
            for label in grid.columns
        )
        yield f"<tr><td></td>{cells}</tr>"
