"""The alerts and the dashboard ask for metrics that exist, and docs/deployment.md says the same of each alert."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it, without types
from prometheus_client import REGISTRY

from server.platform.process import metrics

PROJECT: Final = Path(__file__).parents[2]
WATCH: Final = PROJECT / "deploy/watch"
PAGE: Final = (PROJECT / "docs/deployment.md").read_text()
[GROUP] = yaml.safe_load((WATCH / "alerts.yaml").read_text())["groups"]
RULES: Final[list[dict[str, Any]]] = GROUP["rules"]
DASHBOARD: Final = json.loads((WATCH / "dashboard.json").read_text())
SUFFIXES: Final = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}


def exposed() -> set[str]:
    metrics.exposition()
    return {each.name + suffix for each in REGISTRY.collect() for suffix in SUFFIXES.get(each.type, ())}


def test_each_metric_that_is_asked_for_exists() -> None:
    asked = [rule["expr"] for rule in RULES]
    asked += [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    assert {name for query in asked for name in re.findall(r"waymark_\w+", query)} - exposed() == set()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_an_alert_says_what_to_do_and_the_page_says_the_same(rule: dict[str, Any]) -> None:
    summary, action = rule["annotations"]["summary"], rule["annotations"]["action"]
    found = re.fullmatch(r"(.+) \(docs/deployment\.md#([a-z-]+)\)", action)
    assert found is not None
    does, section = found.groups()
    assert section in {
        re.sub(r"[^a-z -]", "", line.lower()).replace(" ", "-") for line in re.findall("^## (.+)", PAGE, re.MULTILINE)
    }
    more = "" if section == "what-to-watch" else f" ([more](#{section}))"
    said = f"{rule['for']}, {rule['labels']['severity']} | {summary} | {does}{more} |"
    [row] = re.findall(rf"^\| `{rule['alert']}` \| (.*)$", PAGE, re.MULTILINE)
    assert row.lower() == said.lower()
    assert rule["labels"]["severity"] in {"critical", "warning"}


def test_the_dashboard_asks_which_prometheus_it_reads() -> None:
    [variable] = DASHBOARD["templating"]["list"]
    sources = [each["datasource"] for panel in DASHBOARD["panels"] for each in (panel, *panel["targets"])]
    assert (variable["name"], variable["type"], variable["query"]) == ("datasource", "datasource", "prometheus")
    assert all(source == {"type": "prometheus", "uid": "${datasource}"} for source in sources)
    assert DASHBOARD["schemaVersion"] >= 36
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
