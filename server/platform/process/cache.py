"""Values that a process keeps for a while. Each kind of cache is declared where it is used."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, kw_only=True)
class CacheKind(Generic[Key, Value]):
    """`most` values are kept; the least recently used is evicted first."""

    most: int


class Cache(Generic[Key, Value]):
    def __init__(self, *, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[Key, tuple[float, Value]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        until, value = self._entries.get(key, (0.0, None))
        if value is None or time.monotonic() >= until:
            return None
        self._entries.move_to_end(key)
        return value

    def put(self, key: Key, value: Value, *, seconds: float) -> Value:
        self._entries[key] = (time.monotonic() + seconds, value)
        self._entries.move_to_end(key)
        while len(self._entries) > self._most:
            self._entries.popitem(last=False)
        return value

    def forget(self, is_meant: Callable[[Key], bool]) -> None:
        for key in [key for key in self._entries if is_meant(key)]:
            del self._entries[key]


class Caches:
    def __init__(self) -> None:
        self._caches: dict[CacheKind[Any, Any], Cache[Any, Any]] = {}

    def of(self, kind: CacheKind[Key, Value]) -> Cache[Key, Value]:
        return self._caches.setdefault(kind, Cache(most=kind.most))
