"""Which module may import which."""

import re
from typing import Final

import pytest

from tests.architecture.source import Module, modules

# A statement, not a sentence: the words in capitals, and what must follow them.
SQL: Final = re.compile(
    r"\b(SELECT\s+.+\s+FROM|INSERT\s+INTO|UPDATE\s+\w+\s+(AS\s+\w+\s+)?SET|DELETE\s+FROM|TRUNCATE\s+\w+)\b",
    re.DOTALL,
)

SERVER: Final = modules("server")
BOTH: Final = modules("server", "workers")


def offenders(found: dict[str, set[str]]) -> dict[str, set[str]]:
    return {name: imported for name, imported in found.items() if imported}


def is_view(module: Module) -> bool:
    return module.stem == "views" or module.stem.endswith("_views")


def is_repository(module: Module) -> bool:
    return module.stem == "repository" or module.stem.endswith("_repository")


def test_only_web_views_and_the_application_import_quart() -> None:
    doors = ("server.platform.http.", "server.app", "server.asgi")
    others = [m for m in BOTH if not m.name.startswith(doors) and not is_view(m)]

    assert offenders({m.name: m.imports_any("quart", "quart_schema", "werkzeug") for m in others}) == {}


def test_only_realtime_imports_socket_io() -> None:
    others = [module for module in BOTH if not module.name.startswith("server.platform.live.")]

    assert offenders({module.name: module.imports_any("socketio", "engineio") for module in others}) == {}


@pytest.mark.parametrize(
    ("library", "only"),
    [
        ("databases", {"server.platform.database.connections"}),
        ("arq", {"server.platform.process.tasks", "workers.runner"}),
        ("nacl", {"server.platform.process.crypto"}),
        ("jwt", {"server.access.sessions.access_token"}),
        ("joserfc", {"server.access.sso.provider"}),
        ("dns", {"server.platform.outbound.name_resolution"}),
        ("aiosmtplib", {"server.messaging.messages.mail"}),
        ("phonenumbers", {"server.vocabulary.phones", "server.platform.process.clock"}),
        (
            "email_validator",
            {"server.vocabulary.emails"},
        ),
        (
            "webauthn",
            {"server.access.factors.passkeys.ceremonies"},
        ),
        ("pyotp", {"server.access.factors.own_factors"}),
        ("segno", {"server.access.factors.own_factors"}),
        ("altcha", {"server.access.robot_check.checks"}),
    ],
)
def test_each_library_is_imported_by_one_module(library: str, only: set[str]) -> None:
    assert {module.name for module in BOTH if module.imports_any(library)} <= only


def test_only_repositories_import_sqlalchemy_and_the_tables() -> None:
    """A repository writes a plain statement on one table as an expression, and all others as text."""
    serves = [m for m in BOTH if m.stem != "tables" and not m.name.startswith("server.platform.database.")]
    tables = tuple(m.name for m in BOTH if m.stem == "tables")
    found = {m.name: m.imports_any("sqlalchemy", *tables) for m in serves if not is_repository(m)} | {
        m.name: m.imports_any("alembic", "server.platform.database.metadata") for m in serves if is_repository(m)
    }

    assert offenders(found) == {}


def test_repositories_import_neither_use_cases_nor_views() -> None:
    """A use case is a function that takes the services."""
    above = {m.name for m in SERVER if m.imports_any("server.platform.services") or is_view(m)} | {
        "server.platform.services"
    }
    found = {module.name: above & set(module.imports) for module in SERVER if is_repository(module)}

    assert offenders(found) == {}


def test_views_reach_the_database_only_through_a_use_case() -> None:
    repositories = tuple(module.name for module in SERVER if is_repository(module))
    found = {m.name: m.imports_any("server.platform.database.connections", *repositories) for m in SERVER if is_view(m)}

    assert offenders(found) == {}


def test_sql_stands_only_in_repositories() -> None:
    """Except in the schema itself and in the health check's SELECT 1."""
    free = re.compile(
        r"server\.platform\.(database\.(migrat.*|connections|query_plans)|http\.health\.probe)|server\..+\.tables"
    )
    found = {
        module.name: {text.strip()[:60] for text in module.texts() if SQL.search(text)}
        for module in BOTH
        if not is_repository(module) and not free.fullmatch(module.name)
    }

    assert offenders(found) == {}
