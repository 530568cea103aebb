"""Which package may import which."""

from typing import Final

import pytest

from tests.architecture.source import Module, modules

# From the bottom to the top, a line a layer. A package imports only from the layers below its own, not from its own.
# "doors" are the `views`, `*_views` and `live` modules of all features.
LAYERS: Final = (
    "version cache clock special_addresses",
    "errors error_codes ids metadata priority proxies query_secrets metrics csv_cells threads",
    "conflicts fair_slots spooled_file lookups loop_pauses pooled_connection shared_reads time_of_day schemas",
    "crypto",
    "connection_shares",
    "identity database workbooks name_resolution",
    "jobs settings query_plans",
    "configuration logs migrate idempotency events",
    "coalescer outbound password_range",
    "services",
    "chunks",
    "audit companies robot_check messages notifications failures migrations",
    "policies notices",
    "sessions flows batches",
    "factors",
    "users",
    "passwords verification saved_views",
    "invitations step_up",
    "password_reset signup imports email_changes sso",
    "bulk login not_me",
    "privacy",
    "web realtime health",
    "doors",
    "app composition departure live_events",
    "operator_commands",
    "asgi cli workers",
    "deploy.local",
)
LEVELS: Final = {package: level for level, line in enumerate(LAYERS) for package in line.split()}
FIRST_FEATURE: Final = LEVELS["audit"]
# They import no feature, although their layer is above all of them.
FEATURELESS: Final = ("web", "realtime")

ALL: Final = modules("server", "workers", "deploy/local")
NAMES: Final = frozenset(module.name for module in ALL)


def is_door(name: str) -> bool:
    return name.count(".") > 1 and (name.endswith((".views", "_views", ".live")))


def package_of(name: str) -> str:
    """`server.users.edit_user` belongs to users, `server.users.views` to the doors, `workers.runner` to workers."""
    first, *rest = name.split(".")
    if first == "server":
        return "doors" if is_door(name) else rest[0]
    return first if first == "workers" else "deploy.local"


def imported_modules(module: Module) -> set[str]:
    return set(NAMES.intersection(module.imports())) - {module.name, "server"}


def edges() -> set[tuple[str, str]]:
    found = {
        (package_of(module.name), package_of(imported))
        for module in ALL
        if module.name != "server"
        for imported in imported_modules(module)
    }
    return {(importer, imported) for importer, imported in found if importer != imported}


def may_import(importer: str, imported: str) -> bool:
    if importer in FEATURELESS and LEVELS[imported] >= FIRST_FEATURE:
        return False
    return LEVELS[imported] < LEVELS[importer]


def test_every_package_has_its_layer() -> None:
    assert {package_of(module.name) for module in ALL if module.name != "server"} == set(LEVELS)


def test_packages_import_only_from_layers_below() -> None:
    """So there is no cycle between packages, and only the wiring imports views and live modules."""
    offending = {f"{importer}>{imported}" for importer, imported in edges() if not may_import(importer, imported)}

    assert offending == set()


@pytest.mark.parametrize("door", sorted(name for name in NAMES if is_door(name)))
def test_entry_points_do_not_import_each_other(door: str) -> None:
    module = next(module for module in ALL if module.name == door)

    assert {name for name in imported_modules(module) if is_door(name)} == set()
