"""What `make bench` keeps and draws, how jobs fail, and how other products are installed."""

import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.bench.__main__ import JOBS, PEERS, measure
from tests.bench.peers import install
from tests.bench.report import DOCS, LIGHT, Row, documents, draw, keep

SVG = "{http://www.w3.org/2000/svg}"


def test_the_document_and_its_pictures_are_those_of_the_kept_figures() -> None:
    assert [path.name for path, text in documents(DOCS).items() if path.read_text() != text] == []


def test_a_job_measured_alone_replaces_its_own_rows_everywhere(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    for name in ("performance.json", "performance.md"):
        shutil.copy(DOCS / name, tmp_path)
    before = {name: [Row(job=f"{name} before", ours=1, unit="s")] for name in JOBS | PEERS}
    keep(before, rounds=5, docs=tmp_path)
    slow = Row(job="logins", ours=50, baseline=100, beside="bare", limit=0.8, at_least=True, unit="/s")

    keep({"login": [slow, Row(job="one alone", ours=20, unit="ms", limit=30)]}, rounds=3, docs=tmp_path)

    text = (tmp_path / "performance.md").read_text()
    assert "| import before " in text
    assert "50.0 /s | bare: 100 /s | 0.50 x | ≥ 0.8 x | NO " in text
    assert "**1 of 2 targets hold.**" in text
    assert "login before" not in text
    assert set((tmp_path / "images").iterdir()) == set(documents(tmp_path)) - {tmp_path / "performance.md"}


def test_a_picture_shows_each_figure_beside_its_baseline() -> None:
    row = Row(job='"Fast" & <slow>', ours=12.34, baseline=4000, beside="<bare>", unit="ms")

    root = ET.fromstring(draw([row, Row(job="alone", ours=1, unit="s")], LIGHT))  # noqa: S314 - made above

    assert {each.text for each in root.iter(f"{SVG}text")} == {'"Fast" & <slow>', "<bare>", "12.3 ms", "4,000 ms"}
    short, long = (float(each.attrib["width"]) for each in root.iter(f"{SVG}rect"))
    assert short < long / 100


def test_a_job_that_fails_costs_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    async def half() -> AsyncIterator[Row]:
        yield Row(job="before", ours=1, unit="s")
        raise ConnectionError("refused")

    async def whole() -> AsyncIterator[Row]:
        yield Row(job="after", ours=2, unit="s")

    measured, failed = measure({"half": half, "whole": whole})

    assert [[row.job for row in rows] for rows in measured.values()] == [["before"], ["after"]]
    assert failed == {"half": "ConnectionError('refused')"}
    assert "before | 1.00 s" in capsys.readouterr().out


def test_another_product_is_installed_once_and_after_a_failure_again(tmp_path: Path) -> None:
    folder = tmp_path / "peer"

    def ask_for(packages: list[str], script: str) -> None:
        install(folder, packages, commands=[[sys.executable, "-c", script]], environment=os.environ)

    with pytest.raises(RuntimeError, match="no such version"):
        ask_for(["peer==1"], "print('no such version'); raise SystemExit(1)")
    ask_for(["peer==1"], "open('first', 'x')")
    ask_for(["peer==1"], "raise SystemExit(1)")
    assert {path.name for path in folder.iterdir()} == {"first", "installed"}
    ask_for(["peer==2"], "open('second', 'x')")
    assert {path.name for path in folder.iterdir()} == {"second", "installed"}
