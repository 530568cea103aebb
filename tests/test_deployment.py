"""deploy/ fits the application, as far as can be seen without containers; `make chaos` runs the proxy."""

import re
from pathlib import Path
from typing import Final

import pytest

from server.errors import UNAVAILABLE_MESSAGE
from server.settings import Settings, load_settings
from tests.architecture.source import PROJECT

DEPLOY: Final = PROJECT / "deploy"
# Those of Compose and Caddy.
OF_OTHERS: Final = {"SITE_ADDRESS", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}
SECRET: Final = "f3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"


def example() -> dict[str, str]:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def compose_settings() -> dict[str, str]:
    """What compose.yaml itself tells every process of ours."""
    text = (DEPLOY / "compose.yaml").read_text()
    block = text[text.index("  environment:\n") : text.index("  init: true")]
    return dict(re.findall(r"^    ([A-Z_]+): (.+)$", block, re.MULTILINE))


def test_the_example_names_settings_and_holds_no_secret() -> None:
    given = example()

    assert set(given) - OF_OTHERS <= {name.upper() for name in Settings.model_fields}
    assert [given[name] for name in ("SECRET_KEYS", "POSTGRES_PASSWORD", "REDIS_PASSWORD")] == ["", "", ""]


def test_the_example_filled_in_is_all_that_production_needs() -> None:
    given = {**example(), **compose_settings(), "SECRET_KEYS": SECRET}

    settings = load_settings(_env_file=None, **{name.lower(): value for name, value in given.items()})

    assert settings.is_production
    assert settings.serves_https


def test_only_the_proxy_of_compose_is_believed() -> None:
    (address,) = re.findall(r"ipv4_address: ([\d.]+)", (DEPLOY / "compose.yaml").read_text())

    assert compose_settings()["TRUSTED_PROXIES"] == address


def test_the_image_is_made_of_files_that_are_there_and_let_in() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    copied = [
        source for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE) for source in line.split()[:-1]
    ]
    let_in = [line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")]

    assert [source for source in copied if not (PROJECT / source).exists()] == []
    assert [source for source in copied if not any(Path(source).is_relative_to(path) for path in let_in)] == []


@pytest.mark.parametrize("file", ["compose.yaml", "Procfile.cluster", "Dockerfile"])
def test_what_is_started_are_lines_of_the_procfile(file: str) -> None:
    lines = {line.partition(":")[0] for line in (PROJECT / "Procfile").read_text().splitlines()}
    text = (DEPLOY / file).read_text()
    started = re.findall(r"deploy/scripts/start (\w+)$|^  command: \[(\w+)\]|^CMD \[\"(\w+)\"\]", text, re.MULTILINE)

    names = {name for groups in started for name in groups if name}
    assert names
    assert names <= lines


def test_the_proxy_speaks_of_an_outage_as_the_application_does() -> None:
    assert f'"message":"{UNAVAILABLE_MESSAGE}"' in (DEPLOY / "Caddyfile").read_text()
