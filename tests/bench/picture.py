"""Draws rows as bars: each figure of ours, followed by the baselines that were measured in turns with it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10
from typing import Final

from tests.bench.report import Row

WIDTH: Final = 880
LABELS: Final = 370
BARS: Final = 380
LINE: Final = 24
TITLE: Final = 46
# Where the longest bar is more times the shortest than this, lengths are logarithms.
LINEAR: Final = 40.0
FIGURE: Final = re.compile(r"([\d,]+(?:\.\d+)?) ?([^\s(,]*)")
MILLI: Final = {"ms": 1.0, "s": 1000.0}
FONT: Final = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"


@dataclass(frozen=True, kw_only=True)
class Colours:
    """On GitHub's background, which shows through."""

    text: str
    faint: str
    ours: str
    other: str


LIGHT: Final = Colours(text="#1f2328", faint="#59636e", ours="#0b6478", other="#a9b1ba")
DARK: Final = Colours(text="#e6edf3", faint="#9198a1", ours="#67c5da", other="#565e68")


@dataclass(frozen=True, kw_only=True)
class Bar:
    label: str
    value: float
    cell: str
    ours: bool


@dataclass(frozen=True, kw_only=True)
class Panel:
    title: str
    bars: Sequence[Bar]

    @property
    def note(self) -> str:
        better = "more is better" if self.bars[0].cell.endswith("/s") else "less is better"
        return f"{better}, logarithmic" if self.is_logarithmic else better

    @property
    def is_logarithmic(self) -> bool:
        values = [bar.value for bar in self.bars]
        return max(values) > LINEAR * min(values) > 0

    def length(self, bar: Bar) -> float:
        """In pixels; a logarithmic bar begins a decade below the shortest one."""
        values = [each.value for each in self.bars]
        if not self.is_logarithmic:
            return BARS * bar.value / max(values)
        start = floor(log10(min(values))) - 1
        return BARS * (log10(bar.value) - start) / (log10(max(values)) - start)


def draw(rows: Sequence[Row], *, dark: bool) -> str:
    """An SVG; without colours of its own behind it, so that it lies on the page."""
    colours = DARK if dark else LIGHT
    lines: list[str] = []
    y = 0
    for panel in panels(rows):
        lines += _panel(panel, y=y, colours=colours)
        y += TITLE + LINE * len(panel.bars)
    height = y + 12
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="{FONT}" font-size="14" role="img">'
    )
    title = "<title>Waymark beside baselines and other products</title>"
    return "\n".join([head, title, *lines, "</svg>\n"])


def panels(rows: Sequence[Row]) -> list[Panel]:
    """Those of which a baseline was measured, too; without a figure that two rows share drawn twice."""
    bars: dict[str, dict[Bar, None]] = {}
    for row in rows:
        if row.panel and row.baseline:
            baseline = row.job.rpartition(" / ")[2]
            of_panel = bars.setdefault(row.panel, {})
            of_panel[_bar("Waymark", row.ours, ours=True)] = None
            of_panel[_bar(baseline, row.baseline, ours=False)] = None
    return [Panel(title=title, bars=list(each)) for title, each in bars.items()]


def _bar(label: str, cell: str, *, ours: bool) -> Bar:
    """Raises ValueError where the cell does not begin with a figure."""
    found = FIGURE.match(cell)
    if found is None:
        raise ValueError(f"{cell!r} does not begin with a figure")
    number, unit = float(found[1].replace(",", "")), found[2]
    return Bar(label=label, value=number * MILLI.get(unit, 1.0), cell=_short(number, unit), ours=ours)


def _short(number: float, unit: str) -> str:
    """Three digits are enough to look at."""
    digits = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{digits}f}{'' if unit.startswith('/') else ' '}{unit}"


def _panel(panel: Panel, *, y: int, colours: Colours) -> Iterable[str]:
    yield (
        f'<text x="0" y="{y + 34}" fill="{colours.text}" font-weight="600">{escape(panel.title)}'
        f'<tspan fill="{colours.faint}" font-weight="400" font-size="12" dx="8">{panel.note}</tspan></text>'
    )
    for number, bar in enumerate(panel.bars):
        yield from _line(panel, bar, y=y + TITLE + LINE * number, colours=colours)


def _line(panel: Panel, bar: Bar, *, y: int, colours: Colours) -> Iterable[str]:
    length = max(panel.length(bar), 2)
    weight = ' font-weight="600"' if bar.ours else ""
    text = f'fill="{colours.text}"{weight}'
    yield f'<text x="{LABELS - 10}" y="{y + 16}" text-anchor="end" {text}>{escape(bar.label)}</text>'
    yield (
        f'<rect x="{LABELS}" y="{y + 3}" width="{length:.1f}" height="{LINE - 6}" rx="2" '
        f'fill="{colours.ours if bar.ours else colours.other}"/>'
    )
    yield f'<text x="{LABELS + length + 8:.1f}" y="{y + 16}" {text}>{escape(bar.cell)}</text>'
