"""Which package may import which."""

from functools import cache
from graphlib import TopologicalSorter
from typing import Final

import pytest

from tests.architecture.source import Module, modules

# From the bottom to the top, a line a layer. A package imports only from the layers below its own, not from its own.
# The packages of features need no order here: they form no circle.
LAYERS: Final = (
    "platform.csv_cells",
    "platform.errors",
    "platform.process",
    "vocabulary platform.schemas platform.still_image",
    "platform.configuration platform.events",
    "platform.database platform.outbound platform.coalescer",
    "platform.services",
    "platform.http",
    "platform.live",
    "access company messaging people",
    "training placement",
    "interviews",
    "dashboard",
    "doors",
    "app composition live_events",
    "operation",
    "asgi cli serve workers",
    "deploy.local",
)
LEVELS: Final = {room: level for level, line in enumerate(LAYERS) for room in line.split()}
FEATURES: Final = LEVELS["access"]

ALL: Final = modules("server", "workers", "deploy/local")
NAMES: Final = frozenset(module.name for module in ALL)
ROOMS: Final = frozenset(
    {"server"}
    | {
        f"server.{room}"
        for room in (
            *("platform", "access", "company", "dashboard", "interviews", "messaging", "people", "placement"),
            *("training", "operation"),
        )
    }
)


def is_door(name: str) -> bool:
    """The entry points of a feature, which stand above all features."""
    room = room_of(name)
    features = room in {"access", "company", "messaging", "people"} and name.count(".") > 2
    return (features or room in {"dashboard", "interviews", "placement", "training"}) and name.endswith(
        (".views", "_views", ".live")
    )


def room_of(name: str) -> str:
    """`people` for server.people.account.edit_user, `platform.http` for server.platform.http.headers."""
    first, *rest = name.split(".")
    if first != "server":
        return first if first == "workers" else "deploy.local"
    return ".".join(rest[:2]) if rest[:1] == ["platform"] else ".".join(rest[:1])


def layer_of(name: str) -> str:
    return "doors" if is_door(name) else room_of(name)


def package_of(name: str) -> str:
    """`people.account` for server.people.account.edit_user: the packages that form no circle."""
    return ".".join(name.split(".")[1:3])


def imported_modules(module: Module) -> set[str]:
    return set(NAMES.intersection(module.imports)) - ROOMS - {module.name}


@cache
def edges() -> set[tuple[str, str]]:
    return {(module.name, name) for module in ALL if module.name not in ROOMS for name in imported_modules(module)}


def test_every_room_has_its_layer() -> None:
    assert {layer_of(name) for name in NAMES - ROOMS} == set(LEVELS)


def test_rooms_import_only_from_layers_below() -> None:
    """So only the wiring imports views and live modules, and what every request passes knows no feature."""
    layers = {(layer_of(importer), layer_of(imported)) for importer, imported in edges()}

    assert {f"{a}>{b}" for a, b in layers if a != b and LEVELS[a] <= LEVELS[b] and LEVELS[a] != FEATURES} == set()
    assert {f"{a}>{b}" for a, b in layers if LEVELS[a] == FEATURES and LEVELS[b] > FEATURES} == set()


def test_the_packages_of_features_form_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for importer, imported in edges():
        layers = {LEVELS[layer_of(importer)], LEVELS[layer_of(imported)]}
        if layers == {FEATURES} and package_of(importer) != package_of(imported):
            graph.setdefault(package_of(importer), set()).add(package_of(imported))

    assert len(list(TopologicalSorter(graph).static_order())) > FEATURES


@pytest.mark.parametrize("door", sorted(name for name in NAMES if is_door(name)))
def test_entry_points_do_not_import_each_other(door: str) -> None:
    module = next(module for module in ALL if module.name == door)

    assert {name for name in imported_modules(module) if is_door(name)} == set()
