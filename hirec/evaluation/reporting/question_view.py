"""One question of the report: expected, found, program, evidence, rankings, trace.

Everything that comes from a filing, a question or a model is escaped here.
"""

import json
from collections.abc import Iterable, Sequence
from html import escape
from textwrap import shorten

from hirec.evaluation.records import AnswerRecord, PassageRecord, Record

_RANKED_SHOWN = 20
_GIST_CHARS = 90
LOST_WORDS = {
    "index": "not in the index",
    "scope": "lost at scope",
    "documents": "lost at documents",
    "passages": "lost at passages",
    "curation": "lost at curation",
    "answer": "lost at answer",
    "none": "kept to the end",
}


def question_view(record: Record) -> str:
    """A collapsible block with the whole story of one question."""
    words = escape(f"{record.id} {record.question} {record.gold_answer or ''}".lower(), quote=True)
    lost = "failed" if record.error else LOST_WORDS[record.lost_at]
    head = (
        f'<summary><span class="badge {record.outcome}">{record.outcome}</span>'
        f'<span><span class="ask">{escape(record.question)}</span>{_gist(record)}</span>'
        f'<span class="lost {record.lost_at}">{lost}</span></summary>'
    )
    body = [_facts(record), _expected_and_found(record)]
    if record.answer is None:
        body.append(f'<p class="failure">{escape(record.error)}</p>')
    else:
        body += [_program(record.answer), _evidence(record.answer)]
        body += [_rankings(record, record.answer), _trace(record.answer)]
    return (
        f'<details class="question" data-outcome="{record.outcome}" data-lost="{record.lost_at}" '
        f'data-type="{escape(record.type, quote=True)}" data-words="{words}">'
        f'{head}<div class="story">{"".join(body)}</div></details>'
    )


def _gist(record: Record) -> str:
    """Expected and found in one line, cut short."""
    expected = record.gold_answer or "a refusal"
    found = record.answer.text if record.answer else record.error
    wanted, got = (
        escape(shorten(text, _GIST_CHARS, placeholder=" …")) for text in (expected, found)
    )
    return f'<span class="gist">expected <b>{wanted}</b> · found <b>{got}</b></span>'


def _facts(record: Record) -> str:
    facts = [record.id, record.type, f"{record.seconds:.2f} s"]
    if record.answer:
        usage = record.answer.usage
        facts.append(f"{usage.input_tokens + usage.output_tokens:,} tokens")
        facts.append(f"{len(record.answer.evidence)} passages of evidence")
    if record.top_error not in ("", "none"):
        facts.append(f"first passage: {record.top_error} error")
    return f'<p class="facts">{" · ".join(escape(fact) for fact in facts)}</p>'


def _expected_and_found(record: Record) -> str:
    gold = [
        f"<li><code>{escape(item.filing)}</code>"
        f"{f' page {item.page}' if item.page else ''}"
        f"{'' if item.filing_id else ' <b>(not in the index)</b>'}</li>"
        for item in record.gold
    ]
    wanted = "Must be refused: the filings do not say." if not record.gold_answer else ""
    unit = f' <span class="quiet">({escape(record.unit)})</span>' if record.unit else ""
    any_one = '<p class="quiet">Any one of these is enough.</p>' if record.any_evidence else ""
    expected = (
        f'<section><h4>Expected</h4><p class="say">{escape(record.gold_answer or wanted)}{unit}</p>'
        f"<ul>{''.join(gold)}</ul>{any_one}</section>"
    )
    return f'<div class="pair">{expected}{_found(record)}</div>'


def _found(record: Record) -> str:
    answer = record.answer
    if answer is None:
        return '<section><h4>Found</h4><p class="say">Nothing: the question failed.</p></section>'
    value = ""
    if answer.value is not None:
        scale = f" × 10^{answer.scale} when printed" if answer.scale else ""
        value = f"value {answer.value:f} {answer.unit}{scale}"
    reason = f'<p class="quiet">{escape(answer.reason)}</p>' if answer.reason else ""
    gold = record.gold_pages
    cited = "".join(
        f'<li class="{_mark((c.filing_id, c.page_number) in gold)}"><code>{escape(c.filing_id)}'
        f"</code> page {c.page_number}: <q>{escape(c.quote[:300])}</q></li>"
        for c in answer.citations
    )
    return (
        f'<section><h4>Found · {escape(answer.verdict)}</h4><p class="say">{escape(answer.text)}'
        f'</p><p class="quiet">{escape(value)}</p>{reason}<ul>{cited}</ul></section>'
    )


def _program(answer: AnswerRecord) -> str:
    program = answer.program
    if program is None:
        return ""
    rows = [
        (
            o.name,
            o.printed,
            f"{o.value:f}",
            o.unit,
            o.row,
            o.column,
            f"{o.filing_id} p. {o.page_number}",
        )
        for o in program.operands
    ]
    heads = ("name", "printed", "value", "unit", "row", "column", "page")
    return (
        f'<h4>Program</h4><pre class="code">{escape(program.source)}</pre>'
        f"{text_table(heads, rows) if rows else ''}"
    )


def _evidence(answer: AnswerRecord) -> str:
    if not answer.evidence:
        return '<h4>Evidence</h4><p class="quiet">None was kept.</p>'
    pieces = [
        f'<details class="passage {_mark(p.gold)}"><summary>{_place(p)}</summary>'
        f'<p class="quiet">{escape(p.title)}</p><pre>{escape(p.text)}</pre></details>'
        for p in answer.evidence
    ]
    return f"<h4>Evidence</h4>{''.join(pieces)}"


def _rankings(record: Record, answer: AnswerRecord) -> str:
    wanted = {item.filing_id for item in record.gold if item.filing_id}
    filings = "".join(
        f'<li class="{_mark(filing in wanted)}"><code>{escape(filing)}</code></li>'
        for filing in answer.filings[:_RANKED_SHOWN]
    )
    ranked = "".join(
        f'<li class="{_mark(p.gold)}">{_place(p)}</li>' for p in answer.ranked[:_RANKED_SHOWN]
    )
    hidden = len(answer.ranked) - _RANKED_SHOWN
    more = f'<p class="quiet">and {hidden} more in records.jsonl</p>' if hidden > 0 else ""
    return (
        '<div class="pair"><section><h4>Filings ranked</h4>'
        f"<ol>{filings}</ol></section><section><h4>Passages ranked</h4><ol>{ranked}</ol>{more}"
        "</section></div>"
    )


def _trace(answer: AnswerRecord) -> str:
    steps = []
    for step in answer.trace:
        detail = json.dumps(step.detail, indent=1, ensure_ascii=False, default=str)
        name = f"{step.stage}, round {step.round}" if step.round else step.stage
        steps.append(
            f'<details class="step"><summary>{escape(name)} <span class="quiet">'
            f"{step.seconds:.3f} s</span></summary><pre>{escape(detail)}</pre></details>"
        )
    return f"<h4>Trace</h4>{''.join(steps)}" if steps else ""


def _place(passage: PassageRecord) -> str:
    score = "" if passage.score is None else f' <span class="quiet">{passage.score:.4g}</span>'
    gold = ' <span class="gold-tag">gold page</span>' if passage.gold else ""
    return (
        f"<code>{escape(passage.filing_id)}</code> page {passage.page} "
        f'<span class="quiet">{escape(passage.passage_id.rpartition("#")[2])}</span>{score}{gold}'
    )


def text_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of plain text, which is escaped here."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{table}</div>'


def _mark(gold: bool) -> str:
    return "gold" if gold else "other"
