"""What `make bench` keeps: figures of each job, and the document and pictures made from them."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.bench.__main__ import JOBS
from tests.bench.document import BEGIN, DOCS, END, keep, made
from tests.bench.peers.__main__ import PEERS
from tests.bench.picture import draw, panels
from tests.bench.report import Row, ratio_row
from tests.bench.results import Measured, read_results, write_results
from tests.bench.runner import measure

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A document about two jobs that were measured long ago."""
    old = {
        job: Measured(day="2001-02-03", machine="a machine", rounds=5, rows=(Row(job=f"{job} before", ours="1 s"),))
        for job in ("import", "login")
    }
    (tmp_path / "images").mkdir()
    write_results(old, path=tmp_path / "performance.json")
    (tmp_path / "performance.md").write_text(f"# Speed\n\n{BEGIN}\nold\n{END}\n\nWhat limits it.\n")
    return tmp_path


def test_a_job_measured_alone_replaces_only_its_rows_and_their_day(docs: Path) -> None:
    row = ratio_row("logins / bare", ours=[50.0], baseline=[100.0], limit=0.8, at_least=True, unit="/s", panel="Logins")

    keep({"login": [row]}, rounds=3, docs=docs)

    results = read_results(docs / "performance.json")
    assert list(results) == ["import", "login"]
    assert (results["import"].day, results["import"].rows[0].job) == ("2001-02-03", "import before")
    assert results["login"].day > "2001-02-03"
    assert (results["login"].rounds, results["login"].rows) == (3, (row,))


def test_the_document_keeps_its_text_and_gets_table_and_pictures(docs: Path) -> None:
    shown = Row(
        job="logins / bare", ours="50 /s", baseline="100 /s", value=0.5, limit=0.8, at_least=True, panel="Logins"
    )
    rest = Row(job="… its p99", ours="31 ms", value=31, limit=30, unit=" ms")
    fine = Row(job="one alone", ours="20 ms", value=20, limit=30, unit=" ms")

    keep({"login": [shown, rest, fine]}, rounds=3, docs=docs)

    text = (docs / "performance.md").read_text()
    assert text.startswith("# Speed\n")
    assert text.endswith(f"{END}\n\nWhat limits it.\n")
    first, folded = text.split("<details>")
    assert "**1 of 3 targets hold.**" in first
    assert "| logins: its p99 | 31 ms" in first
    assert "one alone" not in first
    assert "| … its p99 " in folded
    assert "| one alone " in folded
    assert (docs / "images" / "performance-dark.svg").read_text().startswith("<svg")


def test_the_document_and_its_pictures_are_those_of_the_kept_figures(tmp_path: Path) -> None:
    shutil.copy(DOCS / "performance.json", tmp_path)
    shutil.copy(DOCS / "performance.md", tmp_path)

    different = [
        path.name for path, text in made(tmp_path).items() if (DOCS / path.relative_to(tmp_path)).read_text() != text
    ]

    assert different == []


def test_a_job_that_fails_costs_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    async def half() -> AsyncIterator[Row]:
        yield Row(job="before", ours="1 s")
        raise ConnectionError("refused")

    async def whole() -> AsyncIterator[Row]:
        yield Row(job="after", ours="2 s")

    measured, failed = measure({"half": half, "whole": whole})

    assert {name: [row.job for row in rows] for name, rows in measured.items()} == {
        "half": ["before"],
        "whole": ["after"],
    }
    assert failed == {"half": "ConnectionError('refused')"}
    assert "before | 1 s" in capsys.readouterr().out


def test_figures_are_kept_of_no_job_that_is_gone() -> None:
    assert set(read_results(DOCS / "performance.json")) <= set(JOBS) | set(PEERS)


def test_a_figure_of_ours_is_drawn_once_before_all_that_were_measured_with_it() -> None:
    rows = [
        Row(job="people per second / Slow 1.0", ours="40,000/s", baseline="20/s", panel="People"),
        Row(job="… / Fast 2.0", ours="40,000/s", baseline="1,600/s", panel="People"),
        Row(job="people per second / Other 3.0", ours="41,000/s", baseline="30/s", panel="People"),
        Row(job="only reported / not drawn", ours="1 s", baseline="2 s"),
        Row(job="no baseline", ours="1 s", panel="Alone"),
    ]

    (panel,) = panels(rows)

    assert [(bar.label, bar.cell, bar.ours) for bar in panel.bars] == [
        ("Waymark", "40,000/s", True),
        ("Slow 1.0", "20.0/s", False),
        ("Fast 2.0", "1,600/s", False),
        ("Waymark", "41,000/s", True),
        ("Other 3.0", "30.0/s", False),
    ]


@pytest.mark.parametrize(
    ("ours", "baseline", "share", "note"),
    [
        ("50 /s", "100 /s", 0.5, "more is better"),
        ("500 ms", "2.00 s", 0.25, "less is better"),
        ("10/s", "10,000/s", 0.25, "more is better, logarithmic"),
    ],
)
def test_a_bar_is_as_long_as_its_share_of_the_longest(ours: str, baseline: str, share: float, note: str) -> None:
    (panel,) = panels([Row(job="job / bare", ours=ours, baseline=baseline, panel="Job")])

    first, second = (panel.length(bar) for bar in panel.bars)

    assert first == pytest.approx(second * share)
    assert panel.note == note


def test_a_cell_without_a_figure_at_its_beginning_is_refused() -> None:
    with pytest.raises(ValueError, match="'about 3 s' does not begin with a figure"):
        panels([Row(job="job / bare", ours="about 3 s", baseline="1 s", panel="Job")])


@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_is_well_formed_and_shows_each_figure(dark: bool) -> None:  # noqa: FBT001 - a parameter
    row = Row(job="job / <bare> & more", ours="12.3 ms", baseline="4.00 s", panel='"Fast" & <slow>')

    root = ET.fromstring(draw([row], dark=dark))  # noqa: S314 - made above

    assert [element.text for element in root.iter(f"{SVG}text")] == [
        '"Fast" & <slow>',
        "Waymark",
        "12.3 ms",
        "<bare> & more",
        "4.00 s",
    ]
    assert len(list(root.iter(f"{SVG}rect"))) == 2
