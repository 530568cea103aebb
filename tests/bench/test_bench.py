"""What `make bench` keeps, and how jobs fail."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bench.__main__ import JOBS, measure
from tests.bench.report import DOCS, Row, document, keep


def test_the_document_has_the_kept_figures() -> None:
    assert (DOCS / "performance.md").read_text() == document(DOCS)


def test_a_job_measured_alone_replaces_its_own_rows_everywhere(tmp_path: Path) -> None:
    for name in ("performance.json", "performance.md"):
        shutil.copy(DOCS / name, tmp_path)
    before = {name: [Row(job=f"{name} before", ours=1, unit="s", limit=2)] for name in JOBS}
    keep(before, rounds=5, docs=tmp_path)
    slow = Row(job="logins", ours=50, baseline=100, beside="bare", limit=0.8, at_least=True, unit="/s")

    keep({"login": [slow, Row(job="one alone", ours=20, unit="ms", limit=30)]}, rounds=3, docs=tmp_path)

    text = (tmp_path / "performance.md").read_text()
    assert "| import before " in text
    assert "50.0 /s | bare: 100 /s | 0.50 x | ≥ 0.8 x | NO " in text
    assert f"**{len(before)} of {len(before) + 1} targets hold.**" in text
    assert "login before" not in text


def test_a_job_that_fails_costs_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    async def half() -> AsyncIterator[Row]:
        yield Row(job="before", ours=1, unit="s", limit=2)
        raise ConnectionError("refused")

    async def whole() -> AsyncIterator[Row]:
        yield Row(job="after", ours=2, unit="s", limit=2)

    measured, failed = measure({"half": half, "whole": whole})

    assert [[row.job for row in rows] for rows in measured.values()] == [["before"], ["after"]]
    assert failed == {"half": "ConnectionError('refused')"}
    assert "before | 1.00 s" in capsys.readouterr().out
