"""docs/performance.md: its picture and its tables, made from the figures in docs/performance.json."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.bench.picture import draw
from tests.bench.report import Row, table
from tests.bench.results import Measured, measured_now, read_results, write_results

DOCS: Final = Path(__file__).parents[2] / "docs"
BEGIN, END = "<!-- table begins -->", "<!-- table ends -->"
PICTURE: Final = """\
<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/performance-dark.svg">
  <img src="images/performance-light.svg" width="880"
    alt="Bars of the figures in the table below: Waymark's beside those of bare baselines and of other products">
</picture>"""


def keep(measured: Mapping[str, Sequence[Row]], *, rounds: int, docs: Path = DOCS) -> None:
    """Replace the figures of these jobs, and make the document and its pictures anew."""
    path = docs / "performance.json"
    now = {job: measured_now(rows, rounds=rounds) for job, rows in measured.items()}
    write_results(read_results(path) | now, path=path)
    write(docs)


def write(docs: Path) -> None:
    for path, text in made(docs).items():
        path.write_text(text)


def made(docs: Path) -> dict[Path, str]:
    """The text of each file that is made from the kept figures."""
    results = read_results(docs / "performance.json")
    document = docs / "performance.md"
    before, rest = document.read_text().split(BEGIN)
    body = "\n".join(_body(results))
    rows = [row for each in results.values() for row in each.rows]
    return {
        document: f"{before}{BEGIN}\n\n{body}\n\n{END}{rest.split(END)[1]}",
        docs / "images" / "performance-light.svg": draw(rows, dark=False),
        docs / "images" / "performance-dark.svg": draw(rows, dark=True),
    }


def _body(results: Mapping[str, Measured]) -> Iterable[str]:
    rows = [row for each in results.values() for row in each.rows]
    targets = [row for row in rows if row.verdict]
    missed = [row for row in targets if row.verdict == "NO"]
    yield PICTURE
    yield ""
    yield f"**{len(targets) - len(missed)} of {len(targets)} targets hold.** Those of the picture, and all that say NO:"
    yield ""
    yield from table(_at_a_glance(results))
    yield ""
    yield f"<details><summary>All {len(rows)} rows, by job</summary>"
    for job, each in results.items():
        yield ""
        yield f"**{job}**, measured {each.day} on {each.machine}, {each.rounds} rounds:"
        yield ""
        yield from table(each.rows)
    yield ""
    yield "</details>"


def _at_a_glance(results: Mapping[str, Measured]) -> list[Row]:
    return [row for each in results.values() for row in _with_names(each.rows) if row.panel or row.verdict == "NO"]


def _with_names(rows: Sequence[Row]) -> Iterable[Row]:
    """A row whose name begins with "…" continues the one above; alone it needs that one's name."""
    stem = ""
    for row in rows:
        if row.job.startswith("…"):
            rest = row.job.removeprefix("…")
            yield replace(row, job=f"{stem}{'' if rest.startswith(' / ') else ':'}{rest}")
        else:
            stem = row.job.rpartition(" / ")[0] or row.job
            yield row
