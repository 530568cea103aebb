"""deploy/ agrees with the application, as far as can be tested without containers; `make chaos` runs the proxy."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it, without types

from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings
from server.platform.errors import UNAVAILABLE_MESSAGE
from tests.architecture.source import PROJECT

DEPLOY: Final = PROJECT / "deploy"
REVISIONS: Final = PROJECT / "server/platform/database/migrations/versions"
# Those of Compose and Caddy.
SECRETS: Final = ("SECRET_KEYS", "POSTGRES_PASSWORD", "DATABASE_OWNER_PASSWORD", "DATABASE_PASSWORD", "REDIS_PASSWORD")
OF_OTHERS: Final = {"SITE_ADDRESS", *SECRETS[1:]}
SECRET: Final = "f3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"


def example() -> dict[str, str]:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def services() -> dict[str, dict[str, Any]]:
    """The services of compose.yaml, with shared settings merged into each."""
    found: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return found


def compose_settings(service: str = "web-1") -> dict[str, str]:
    """The settings that compose.yaml gives to our processes."""
    given: dict[str, str] = services()[service]["environment"]
    return given


def test_the_example_names_settings_and_holds_no_secret() -> None:
    given = example()

    assert set(given) - OF_OTHERS <= {name.upper() for name in Settings.model_fields}
    assert {name: given[name] for name in SECRETS} == dict.fromkeys(SECRETS, "")


def test_the_example_filled_in_is_all_that_production_needs() -> None:
    composed = {name: re.sub(r"\$\{.*?\}", SECRET, str(value)) for name, value in compose_settings().items()}
    given = {**example(), **composed, "SECRET_KEYS": SECRET}

    settings = load_settings(_env_file=None, **{name.lower(): value for name, value in given.items()})

    assert settings.is_production
    assert settings.effective_public_url.startswith("https:")


def test_the_document_names_revisions_that_exist() -> None:
    named = re.findall(r"--to (\d+)", (PROJECT / "docs/deployment.md").read_text())

    assert named
    assert all(list(REVISIONS.glob(f"{revision}_*.py")) for revision in named)


def test_only_the_proxy_of_compose_is_trusted() -> None:
    (address,) = re.findall(r"ipv4_address: ([\d.]+)", (DEPLOY / "compose.yaml").read_text())

    assert compose_settings()["TRUSTED_PROXIES"] == address


def test_every_file_that_the_image_copies_exists_and_is_not_ignored() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    copied = [
        source for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE) for source in line.split()[:-1]
    ]
    let_in = [line[1:] for line in (PROJECT / ".dockerignore").read_text().splitlines() if line.startswith("!")]

    assert [source for source in copied if not (PROJECT / source).exists()] == []
    assert [source for source in copied if not any(Path(source).is_relative_to(path) for path in let_in)] == []


@pytest.mark.parametrize("file", ["compose.yaml", "Procfile.cluster", "Dockerfile"])
def test_containers_start_lines_of_the_procfile(file: str) -> None:
    lines = {line.partition(":")[0] for line in (PROJECT / "Procfile").read_text().splitlines()}
    text = (DEPLOY / file).read_text()
    started = re.findall(r"deploy/scripts/start (\w+)$|^  command: \[(\w+)\]|^CMD \[\"(\w+)\"\]", text, re.MULTILINE)

    names = {name for groups in started for name in groups if name}
    assert names
    assert names <= lines


def test_the_proxy_reports_an_outage_as_the_application_does() -> None:
    assert f'"message":"{UNAVAILABLE_MESSAGE}"' in (DEPLOY / "Caddyfile").read_text()


def test_no_container_of_compose_has_more_privileges_than_it_needs() -> None:
    for name, service in services().items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        assert {"mem_limit", "pids_limit"} <= service.keys(), name
        assert not {"privileged", "pid", "network_mode", "devices"} & service.keys(), name
    assert {name for name, service in services().items() if service.get("cap_add")} == {"proxy"}


def test_the_serving_role_of_compose_is_neither_superuser_nor_owner() -> None:
    assert set(services()) == {"postgres", "redis", "migrate", "web-1", "web-2", "worker-1", "worker-2", "proxy"}
    for name in ("web-1", "web-2", "worker-1", "worker-2"):
        given = compose_settings(name)
        assert given["DATABASE_URL"].startswith("postgresql://waymark_serving:")
        assert "MIGRATION_DATABASE_URL" not in given
        # env_file would hand them on.
        assert (given["POSTGRES_PASSWORD"], given["DATABASE_OWNER_PASSWORD"]) == ("", "")
    assert compose_settings("migrate")["MIGRATION_DATABASE_URL"].startswith("postgresql://waymark_owner:")


def test_every_image_can_be_pinned_by_its_digest() -> None:
    script = (DEPLOY / "scripts" / "pin-images").read_text()
    named = {
        re.fullmatch(r"\$\{([A-Z]+_IMAGE):-[\w./-]+:[\w.-]+\}", service["image"]) for service in services().values()
    }
    built = re.findall(r"^ARG ([A-Z]+_IMAGE)=[\w./-]+:[\w.-]+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)

    assert {found[1] for found in named if found} == {"POSTGRES_IMAGE", "REDIS_IMAGE", "CADDY_IMAGE"}
    assert {service["image"] for service in services().values()} - {found[0] for found in named if found} == {
        "waymark:${VERSION:-0.1.0}"
    }
    assert [*built, "COMMIT"] == list(services()["web-1"]["build"]["args"]) == ["NODE_IMAGE", "PYTHON_IMAGE", "COMMIT"]
    assert "_IMAGE" in script
    assert not re.findall(r"^FROM (?!\$\{)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
