"""deploy/ agrees with the application, as far as can be tested without containers; `make chaos` runs the proxy."""

import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]  # schemathesis brings it, without types

from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings
from server.platform.errors import UNAVAILABLE_MESSAGE
from server.platform.process.version import VERSION
from tests.architecture.source import PROJECT

DEPLOY: Final = PROJECT / "deploy"
REVISIONS: Final = PROJECT / "server/platform/database/migrations/versions"
SECRETS: Final = {"SECRET_KEYS", "DATABASE_PASSWORD", "REDIS_PASSWORD"}
OWNER_SECRETS: Final = {"POSTGRES_PASSWORD", "DATABASE_OWNER_PASSWORD"}
# Those of Compose and Caddy.
OF_OTHERS: Final = {"SITE_ADDRESS", "DATABASE_PASSWORD", "REDIS_PASSWORD"}
SECRET: Final = "f3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"
SETTINGS: Final = {name.upper() for name in Settings.model_fields}
# The innermost expression: `${NAME}`, or with `:-default`, `:?error` or `:+where it is set`.
EXPRESSION: Final = re.compile(r"(?<!\$)\$\{(\w+)(?::([-?+])([^${}]*))?\}")


def example(file: str = "env.example") -> dict[str, str]:
    lines = (DEPLOY / file).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def filled_in(file: str = "env.example") -> dict[str, str]:
    return {name: value or SECRET for name, value in example(file).items()}


def interpolated(text: str, given: dict[str, str]) -> str:
    """Put settings into a text as Compose does."""

    def replace(found: re.Match[str]) -> str:
        name, kind, other = found.groups()
        value = given.get(name, "")
        if kind == "+":
            return (value and other) or ""
        assert value or kind == "-", f"{name} is not set"
        return value or other or ""

    while (changed := EXPRESSION.sub(replace, text)) != text:
        text = changed
    return text


def composed(given: dict[str, str] | None = None) -> dict[str, Any]:
    """compose.yaml with what stands in .env, and shared settings merged into each service."""
    text = (DEPLOY / "compose.yaml").read_text()
    found: dict[str, Any] = yaml.safe_load(interpolated(text, filled_in() if given is None else given))
    return found


def services(given: dict[str, str] | None = None) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = composed(given)["services"]
    return found


def environment_of(service: str, given: dict[str, str]) -> dict[str, str]:
    """The environment of a container: `environment` wins over `env_file`, of which the last one wins."""
    stated = services(given)[service]
    files = {".env": given, "owner.env": filled_in("owner.example")}
    named = stated.get("env_file", [])
    handed: dict[str, str] = {}
    for file in [named] if isinstance(named, str) else named:
        handed |= {name: interpolated(value, {**given, **files[file]}) for name, value in files[file].items()}
    handed |= stated["environment"]
    return handed


def settings_of(service: str, given: dict[str, str]) -> Settings:
    environment = environment_of(service, given)
    return load_settings(_env_file=None, **{name.lower(): value for name, value in environment.items()})


def test_the_examples_name_settings_and_hold_no_secret() -> None:
    given, owner = example(), example("owner.example")

    assert set(given) - OF_OTHERS <= SETTINGS
    assert set(owner) == {*OWNER_SECRETS, "MIGRATION_DATABASE_URL"}
    assert {name for name, value in {**given, **owner}.items() if not value} == SECRETS | OWNER_SECRETS


def test_the_example_filled_in_is_all_that_production_needs() -> None:
    settings = settings_of("web-1", filled_in())

    assert settings.is_production
    assert settings.effective_public_url.startswith("https:")
    assert settings.database_url == f"postgresql://waymark_serving:{SECRET}@postgres/waymark"


@pytest.mark.parametrize("service", ["web-1", "worker-1", "migrate"])
def test_every_setting_in_the_file_counts(service: str) -> None:
    own = {
        "DATABASE_URL": f"postgresql://serving:{SECRET}@db.example.com/waymark",
        "REDIS_URL": f"rediss://:{SECRET}@redis.example.com/0",
        "TRUSTED_PROXIES": "10.20.0.7",
        "BRAND_NAME": "Elsewhere",
        "HEARTBEAT_FILE": "/tmp/other",  # noqa: S108 - in a container
    }

    found = environment_of(service, filled_in() | own)

    assert {name: found[name] for name in own} == own
    assert settings_of(service, filled_in() | own).database_url == own["DATABASE_URL"]


def test_the_network_of_compose_may_have_any_addresses() -> None:
    given = filled_in() | {"EDGE_SUBNET": "10.99.0.0/28", "PROXY_ADDRESS": "10.99.0.2"}
    networks, proxy = composed(given)["networks"], services(given)["proxy"]

    assert networks["edge"]["ipam"]["config"] == [{"subnet": "10.99.0.0/28"}]
    assert proxy["networks"]["edge"]["ipv4_address"] == "10.99.0.2"
    assert environment_of("web-1", given)["TRUSTED_PROXIES"] == "10.99.0.2"


def test_the_proxy_shows_a_certificate_of_ones_own_where_one_is_named() -> None:
    own = {"TLS_CERTIFICATE": "/etc/ssl/chain.pem", "TLS_KEY": "/etc/ssl/key.pem"}
    without, proxy = services()["proxy"], services(filled_in() | own)["proxy"]
    mounted = [volume.split(":")[:2] for volume in proxy["volumes"]]

    assert without["environment"]["CERTIFICATE"] is None
    assert [volume for volume in without["volumes"] if "key.pem" in volume] == ["/dev/null:/run/tls/key.pem:ro"]
    assert proxy["environment"]["CERTIFICATE"] == "tls /run/tls/certificate.pem /run/tls/key.pem"
    assert ["/etc/ssl/chain.pem", "/run/tls/certificate.pem"] in mounted
    assert ["/etc/ssl/key.pem", "/run/tls/key.pem"] in mounted
    assert "\t{$CERTIFICATE}\n" in (DEPLOY / "Caddyfile").read_text()


def test_logs_of_containers_have_an_end() -> None:
    for name, service in services().items():
        assert service["logging"]["driver"] == "json-file", name
        assert {"max-size", "max-file"} == service["logging"]["options"].keys(), name


def test_a_worker_is_healthy_while_it_touches_its_file(tmp_path: Path) -> None:
    kind, check = services()["worker-1"]["healthcheck"]["test"]
    (default,) = re.findall(r"HEARTBEAT_FILE=(\S+)", (DEPLOY / "Dockerfile").read_text())
    file = tmp_path / "heartbeat"

    def is_healthy() -> bool:
        command = ["sh", "-c", check.replace("$$", "$")]
        return subprocess.run(command, env={**os.environ, "HEARTBEAT_FILE": str(file)}, check=False).returncode == 0  # noqa: S603 - ours

    assert (kind, Path(default).parent.as_posix()) == ("CMD-SHELL", services()["worker-1"]["tmpfs"][0].split(":")[0])
    assert not is_healthy()
    file.touch()
    assert is_healthy()
    os.utime(file, (time.time() - 60,) * 2)
    assert not is_healthy()


def test_the_document_names_revisions_that_exist() -> None:
    named = re.findall(r"--to (\d+)", (PROJECT / "docs/deployment.md").read_text())

    assert named
    assert all(list(REVISIONS.glob(f"{revision}_*.py")) for revision in named)


def test_only_the_proxy_of_compose_is_trusted() -> None:
    address = services()["proxy"]["networks"]["edge"]["ipv4_address"]

    assert environment_of("web-1", filled_in())["TRUSTED_PROXIES"] == address


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
        given = environment_of(name, filled_in())
        assert given["DATABASE_URL"].startswith("postgresql://waymark_serving:")
        assert not {*OWNER_SECRETS, "MIGRATION_DATABASE_URL"} & given.keys()
    owner = environment_of("migrate", filled_in())
    assert owner["MIGRATION_DATABASE_URL"] == f"postgresql://waymark_owner:{SECRET}@postgres/waymark"
    assert environment_of("postgres", filled_in()).keys() >= OWNER_SECRETS


def test_every_image_can_be_pinned_by_its_digest() -> None:
    script = (DEPLOY / "scripts" / "pin-images").read_text()
    text = (DEPLOY / "compose.yaml").read_text()
    named = re.findall(r"^ +image: \$\{([A-Z]+_IMAGE):-[\w./-]+:[\w.-]+\}$", text, re.MULTILINE)
    built = re.findall(r"^ARG ([A-Z]+_IMAGE)=[\w./-]+:[\w.-]+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)

    assert set(named) == {"POSTGRES_IMAGE", "REDIS_IMAGE", "CADDY_IMAGE"}
    assert len(re.findall(r"^ +image: ", text, re.MULTILINE)) == len(named) + 1
    assert services()["web-1"]["image"] == f"waymark:{VERSION}"
    assert [*built, "COMMIT"] == list(services()["web-1"]["build"]["args"]) == ["NODE_IMAGE", "PYTHON_IMAGE", "COMMIT"]
    assert "_IMAGE" in script
    assert not re.findall(r"^FROM (?!\$\{)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
