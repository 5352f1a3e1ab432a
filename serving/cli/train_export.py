"""``hirec train export``: a reranker as ONNX or OpenVINO, held against its original."""

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from serving.cli.lines import print_json
from serving.cli.options import AsJson


class Format(StrEnum):
    """What it is exported to."""

    ONNX = "onnx"
    OPENVINO = "openvino"


class Precision(StrEnum):
    """Of the matrices."""

    FLOAT32 = "float32"
    INT8 = "int8"


def export(
    model: Annotated[str, typer.Argument(help="Folder or hub name of a cross-encoder.")],
    to: Annotated[Format, typer.Option(help="onnx or openvino.")],
    out: Annotated[Path, typer.Option(help="Folder for the export and its card.")],
    pairs: Annotated[
        list[Path], typer.Option(help="Records of `hirec train data`, to compare on; several.")
    ],
    dtype: Annotated[
        Precision, typer.Option(help="Of the file; int8 (ONNX only) is smaller and less exact.")
    ] = Precision.FLOAT32,
    pair_tokens: Annotated[
        int, typer.Option(min=16, help="Input limit of a model without one of its own.")
    ] = 512,
    limit: Annotated[int, typer.Option(min=0, help="Records compared, a sample; 0: all.")] = 100,
    as_json: AsJson = False,
) -> None:
    """Export a cross-encoder and compare its rankings with the original's on real pairs.

    The folder serves as models.cross_encoder in the settings of every other command.
    """
    from hirec.digests import sha256_of
    from hirec.settings import Backend, Dtype
    from training.data.record import read_records
    from training.export import compare, drawn, export_reranker, write_export_card

    records = drawn([record for file in pairs for record in read_records(file)], limit)
    made = export_reranker(model, Backend(to.value), Dtype(dtype.value), pair_tokens, out)
    measured = compare(model, out, pair_tokens, records)
    write_export_card(out, made, measured, [f"{f.name}, SHA-256 {sha256_of(f)}" for f in pairs])
    if as_json:
        print_json(asdict(measured) | {"out": str(out)})
        return
    typer.echo(
        f"{measured.exported} against {measured.original} on {measured.questions} questions: "
        f"Kendall's tau {measured.tau:.4f} (lowest {measured.tau_least:.4f}), the same passage "
        f"first for {measured.same_first:.2%}, scores at most {measured.largest_difference:.2g} "
        f"apart. Use it with models.cross_encoder: {out}"
    )
