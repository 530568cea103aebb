"""Caches of a process: lifetime, size and eviction."""

from server.platform.process.cache import CacheKind, Caches

KIND = CacheKind[str, int](most=2)


def test_a_value_is_kept_for_its_time() -> None:
    cache = Caches().of(KIND)
    cache.put("long", 1, seconds=60)
    cache.put("over", 2, seconds=0)
    assert (cache.get("long"), cache.get("over"), cache.get("never")) == (1, None, None)


def test_the_least_recently_used_is_evicted_first() -> None:
    cache = Caches().of(KIND)
    for key in ("a", "b"):
        cache.put(key, 1, seconds=60)
    cache.get("a")
    cache.put("c", 1, seconds=60)
    assert [cache.get(key) for key in "abc"] == [1, None, 1]


def test_a_removed_value_is_gone() -> None:
    cache = Caches().of(KIND)
    for key in ("a", "b"):
        cache.put(key, 1, seconds=60)
    cache.forget(lambda key: key == "a")
    assert [cache.get(key) for key in "ab"] == [None, 1]


def test_kinds_are_kept_apart() -> None:
    caches = Caches()
    caches.of(KIND).put("a", 1, seconds=60)
    assert caches.of(KIND).get("a") == 1
    assert caches.of(CacheKind[str, int](most=2)).get("a") is None
