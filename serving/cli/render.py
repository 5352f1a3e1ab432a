"""Answers, filings and traces as text for a terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from hirec.types import (
    UNKNOWN_COMPANY,
    Answer,
    Confidence,
    Filing,
    IdentityCandidate,
    Passage,
    Table,
    Verdict,
)

if TYPE_CHECKING:
    from hirec.tournament.card_report import CardReport

_STYLES = {
    Verdict.VERIFIED: "bold green",
    Verdict.UNVERIFIED: "bold yellow",
    Verdict.ABSTAINED: "bold red",
}
_SURE = {
    Confidence.CERTAIN: "dim green",
    Confidence.LIKELY: "dim",
    Confidence.WEAK: "bold yellow",
}
_QUOTE_CHARS = 240
_WIDE = 320
"""Columns where nothing shows a screen: a comparison of ten systems fits without breaking lines."""


def console() -> Console:
    """A console on standard output; colours only on a terminal, lines never cut elsewhere."""
    terminal = Console(highlight=False)
    if terminal.is_terminal:
        return terminal
    return Console(highlight=False, soft_wrap=True, width=_WIDE)


def show_answer(out: Console, answer: Answer) -> None:
    """How the question was read, answer, verdict, citations, program and timings.

    Of a compound question each part with its own.
    """
    for part in answer.parts:
        out.print(Text(part.heading))
        _show_result(out, part)
    if not answer.parts:
        _show_result(out, answer)
        for question in _read_as(answer):
            _field(out, "read as", Text(question))
    stages = answer.trace.seconds_by_stage()
    _field(out, "seconds", Text(_timings(stages), style="dim"))
    if answer.usage.calls:
        tokens = answer.usage.input_tokens + answer.usage.output_tokens
        spent = f"{answer.usage.calls} calls, {tokens} tokens, {answer.usage.cost_usd:.4f} USD"
        _field(out, "model", Text(spent, style="dim"))


def _read_as(answer: Answer) -> Sequence[str]:
    """The self-contained question that a question in a conversation was taken for."""
    read = [step.detail["questions"] for step in answer.trace.steps if step.stage == "questions"]
    return read[0] if read else ()


def _show_result(out: Console, answer: Answer) -> None:
    out.print(Text(answer.text, style="bold"))
    verdict = Text(answer.verdict.value, style=_STYLES[answer.verdict])
    if answer.reason and answer.reason != answer.text:
        verdict.append(f": {answer.reason}", style="default")
    _field(out, "verdict", verdict)
    head = "look at" if answer.abstained else "cites"
    for citation in answer.citations:
        place = f"{citation.filing_id}, page {citation.page_number}"
        _field(out, head, Text.assemble((place, "cyan"), f"  {_shortened(citation.quote)}"))
    if answer.program is not None:
        _field(out, "program", Text(f"unit {answer.program.unit or 'none'}", style="dim"))
        _indented(out, _coloured(out, answer.program.source.strip()), 12)


def show_filing(out: Console, filing: Filing) -> None:
    """Identity of a filing, field by field, each with where it was read and how sure it is."""
    identity = filing.identity
    out.print(Text(f"{filing.filing_id}  {identity.title()}", style="bold"))
    fields: dict[str, object] = {
        "company": identity.company or UNKNOWN_COMPANY,
        "form": f"{identity.form.value}{'/A' if identity.amendment else ''}",
        "fiscal_year": identity.fiscal_year,
        "fiscal_quarter": identity.fiscal_quarter,
        "transition_from": identity.transition_from,
        "period_end": identity.period_end,
        "filing_date": identity.filing_date,
        "ticker": identity.ticker,
        "cik": identity.cik,
        "ein": identity.ein,
        "file_number": identity.file_number,
        "former_name": identity.former_name,
    }
    for name, value in fields.items():
        if value is not None:
            source = identity.sources.get(name, "")
            _field(out, name, _sourced(str(value), source, identity.confidence.get(name)), width=16)
        for candidate in identity.candidates.get(name, ()):
            _field(out, "", _considered(candidate), width=16)
    for alias in identity.aliases:
        _field(out, "alias", _sourced(alias.name, alias.source.value), width=16)
    for note in identity.notes:
        _field(out, "note", Text(note, style="yellow"), width=16)
    _field(out, "company_key", Text(filing.company_key), width=16)
    _field(out, "sources", Text(", ".join(filing.source_names)), width=16)
    _field(out, "size", Text(f"{filing.page_count} pages, {filing.passage_count} passages"), 16)
    _field(out, "summary", Text(" ".join(filing.summary.split())), width=16)


def _sourced(value: str, source: str, confidence: Confidence | None = None) -> Text:
    """A value, where it was read, and how sure it is."""
    text = Text.assemble(value, (f"  {source}", "dim"))
    if confidence is not None:
        text.append(f"  {confidence.value}", style=_SURE[confidence])
    return text


def _considered(candidate: IdentityCandidate) -> Text:
    """A value that was weighed: how probable it is, and the places that say it."""
    places = ", ".join(candidate.places)
    return Text(f"{candidate.probability:.2f}  {candidate.value}  ({places})", style="dim")


def show_page(out: Console, page_number: int, passages: Sequence[Passage]) -> None:
    """The passages of one page, tables as they were understood."""
    out.print(Text(f"Page {page_number}: {len(passages)} passages", style="bold"))
    for passage in passages:
        head = f"{passage.passage_id}  {passage.kind.value}  {passage.section}"
        out.print(Text(head.rstrip(), style="cyan"))
        if passage.duplicate_of:
            out.print(Text(f"  nearly the same as {passage.duplicate_of}", style="dim"))
        table = passage.table
        body = Text(passage.text) if table is None else _table_text(table)
        _indented(out, body, 2)
        out.print()


def show_trace(out: Console, trace: Mapping[str, Any]) -> None:
    """A stored trace: question, answer, then each step with what it saw and kept."""
    out.print(Text(str(trace.get("question", "")), style="bold"))
    out.print(Text(str(trace.get("text", ""))))
    verdict = f"{trace.get('verdict', '')} {trace.get('reason', '')}".rstrip()
    _field(out, "verdict", Text(verdict))
    for step in trace.get("trace", {}).get("steps", []):
        head = f"{step['stage']} round {step['round']}" if step["round"] else str(step["stage"])
        out.print(Text.assemble((head, "cyan"), (f"  {step['seconds']:.3f} s", "dim")))
        for name, value in step["detail"].items():
            _detail(out, name, value)


def show_history(out: Console, passage: str, way: Sequence[Mapping[str, Any]]) -> None:
    """What each step of a trace says of a passage."""
    out.print(Text(passage, style="bold"))
    for step in way:
        head = f"{step['stage']} round {step['round']}" if step["round"] else str(step["stage"])
        out.print(Text.assemble((head, "cyan"), f"  {step['became']}"))
        for name, value in step["detail"].items():
            if name == "steps":
                _within(out, value)
            else:
                _detail(out, name, value)


def _within(out: Console, steps: Sequence[Mapping[str, Any]]) -> None:
    """The stages of a tournament, a line each: kept or dropped, by which rule, how far."""
    for step in steps:
        name = f"{step['stage']} {step['round']}" if "round" in step else str(step["stage"])
        fate = "" if step["kept"] else "dropped: "
        figures = "".join(f", {key} {step[key]}" for key in ("rank", "score") if key in step)
        _field(out, name, Text(f"{fate}{step['rule']}{figures}"), width=18)


def show_cards(out: Console, report: "CardReport") -> None:
    """How many cards pass, what the others lack, and what passages are good for."""
    out.print(f"{report.passed} of {report.cards} cards pass ({report.pass_rate:.1%})")
    for maker, count in report.made:
        _field(out, str(count), Text(f"made by: {maker.value}"))
    for issue, count in report.issues:
        _field(out, str(count), Text(issue.value))
    out.print(Text("roles", style="cyan"))
    for role, count in report.roles:
        _field(out, str(count), Text(role.value))


def _detail(out: Console, name: str, value: object) -> None:
    """One entry of a step: short values on a line, lists an entry a line."""
    if isinstance(value, list) and len(str(value)) > _QUOTE_CHARS:
        _field(out, name, Text(f"{len(value)} entries"), width=18)
        for entry in value:
            _indented(out, Text(_shortened(str(entry))), 6)
    else:
        _field(out, name, Text(str(value)), width=18)


def _table_text(table: Table) -> Text:
    """A table with what we take it to say: scale, unit, and each column's period."""
    body = Text()
    facts = f"unit {table.unit or '?'}, scale {_scale_words(table)}"
    body.append(facts + (", continued" if table.continued else "") + "\n", style="dim")
    for conflict in table.scale_source.conflicts if table.scale_source else ():
        body.append(f"another scale is in force here: {conflict}\n", style="dim")
    for column in table.columns:
        period = column.period.label() if column.period else "no period"
        body.append(f"column {column.label!r}: {period}\n", style="dim")
    body.append(table.render())
    return body


def _scale_words(table: Table) -> str:
    """The power of ten of a table's amounts, and who says it: words, reach and page."""
    source = table.scale_source
    if source is None:
        return f"10**{table.scale}" if table.scale else "not said"
    reach = source.reach.value
    page = f", page {source.page_number}" if source.page_number else ""
    quoted = f", {source.words!r}" if source.words else ""
    return f"10**{table.scale} ({reach}{quoted}{page})"


def _coloured(out: Console, source: str) -> Text:
    """A program in the colours of its language, whose lexer is loaded only where they are seen."""
    if out.color_system is None:
        return Text(source)
    from rich.syntax import Syntax

    return Syntax("", "python", background_color="default").highlight(source)


def _indented(out: Console, text: Text, columns: int) -> None:
    for line in text.split():
        out.print(Text(" " * columns).append_text(line))


def _field(out: Console, name: str, value: Text, width: int = 10) -> None:
    out.print(Text.assemble((f"  {name:<{width}}", "dim"), value))


def _timings(stages: Mapping[str, float]) -> str:
    parts = [f"{stage} {seconds:.3f}" for stage, seconds in stages.items()]
    return " · ".join([*parts, f"total {sum(stages.values()):.3f}"])


def _shortened(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _QUOTE_CHARS else folded[: _QUOTE_CHARS - 1] + "…"
