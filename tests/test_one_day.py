"""Tests of a day's limits see one day."""

from itertools import chain, count, repeat

import pytest

from tests.fixtures.one_day import in_one_day

pytest_plugins = ["pytester"]

DIVIDED = """
    import pytest

    runs = []

    @pytest.fixture
    def desk():
        return []

    def test_is_divided_by_midnight(desk):
        runs.append(None)
        desk.append(None)
        assert len(desk) == 1
        assert len(runs) == 2

    def test_fails():
        assert False
"""
PLUGIN = """
    from itertools import chain, repeat

    from tests.fixtures import one_day

    seen = chain(["Monday", "Tuesday"], repeat("Tuesday"))

    def pytest_runtest_protocol(item, nextitem):
        return one_day.run(item, nextitem, days=lambda: next(seen))
"""


def test_what_a_midnight_divides_is_run_again() -> None:
    days, runs = chain(["Monday", "Tuesday", "Tuesday", "Wednesday"], repeat("Wednesday")), count(1)
    assert in_one_day(lambda: next(runs), days=lambda: next(days)) == 3


def test_a_test_is_run_again_with_new_fixtures_and_reported_once(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(PLUGIN)
    pytester.makepyfile(DIVIDED)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-p", "no:asyncio")
    result.assert_outcomes(passed=1, failed=1)
