from xml.etree import ElementTree

from hirec.evaluation.reporting.charts import precision_recall, precision_recall_lines
from hirec.evaluation.reporting.templates import macro

POINTS = [
    {"k": 1, "recall": 0.2, "precision": 0.3},
    {"k": 5, "recall": 0.5, "precision": 0.1},
]


def test_charts_are_well_formed() -> None:
    chart = ElementTree.fromstring(precision_recall(POINTS, (0.4, 0.35)))
    assert len(chart.findall("circle")) == 2
    assert len(chart.findall("path")) == 1
    ElementTree.fromstring(macro("charts.html", "interval_bar")(0.5, 0.4, 0.6))


def test_points_are_placed_to_scale() -> None:
    chart = ElementTree.fromstring(precision_recall(POINTS, None))
    first, second = (
        (float(c.attrib["cx"]), float(c.attrib["cy"])) for c in chart.findall("circle")
    )
    assert abs(first[0] - (46 + 0.2 * (460 - 46 - 14))) < 0.1
    assert abs(first[1] - (300 - 40 - 0.3 / 0.4 * (300 - 40 - 14))) < 0.1
    assert second[0] > first[0]
    assert second[1] > first[1]


def test_bars_show_share_and_escape_labels() -> None:
    chart = macro("charts.html", "bars")([("a<b", 3, "bar right"), ("c", 1, "bar wrong")], 4)
    assert "a&lt;b" in chart
    assert "3 · 75%" in chart
    widths = [r.attrib["width"] for r in ElementTree.fromstring(chart).findall("rect")]
    assert widths == ["230", f"{230 * 3 / 4:.1f}", "230", f"{230 / 4:.1f}"]


def test_without_gold_pages_there_is_no_curve() -> None:
    assert "No question has gold pages" in precision_recall([], None)


def test_crowded_points_are_not_all_labelled() -> None:
    points = [{"k": k, "recall": 0.5, "precision": 0.1 - k / 10000} for k in (10, 15, 20)]
    assert precision_recall(points, None).count('<text class="tick" x="252') == 1


def test_several_systems_share_one_chart() -> None:
    chart = precision_recall_lines({"a<b": POINTS, "none": [], "two": POINTS[:1]})
    tree = ElementTree.fromstring(f"<div>{chart}</div>")
    lines = tree.findall("svg/polyline")
    assert len({line.attrib["stroke"] for line in lines}) == 2
    assert [span[0].tail for span in tree.findall("div/span")] == ["a<b", "two"]
    assert "No question has gold pages" in precision_recall_lines({"a": []})
