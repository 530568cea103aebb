"""An outage is a line a minute for each cause, and one when it has ended."""

from dataclasses import dataclass

from structlog.testing import capture_logs

from server.platform.process.outages import Outages


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def test_each_cause_has_a_line_a_minute_with_what_was_suppressed_and_the_end_has_one() -> None:
    clock = Clock()
    outages = Outages(clock)
    with capture_logs() as logs:
        for _second in range(90):
            outages.failed("postgres", "ConnectionRefusedError")
            outages.failed("postgres", "TimeoutError", at="start")
            clock.now += 1
        clock.now += 2
        outages.works("postgres")
        outages.works("postgres")
    refused = {"event": "postgres_unavailable", "log_level": "warning", "error": "ConnectionRefusedError"}
    slow = refused | {"error": "TimeoutError", "at": "start"}
    assert logs == [
        refused | {"suppressed": 0},
        slow | {"suppressed": 0},
        refused | {"suppressed": 59},
        slow | {"suppressed": 59},
        {"event": "postgres_available", "log_level": "info", "seconds": 92.0},
    ]


def test_calls_that_fail_beside_others_are_one_outage_and_an_unlogged_one_has_no_end() -> None:
    clock = Clock()
    outages = Outages(clock)
    with capture_logs() as logs:
        for _half_second in range(10):
            outages.failed("redis", "TimeoutError")
            outages.works("redis")
            clock.now += 0.5
        clock.now += 2
        outages.works("redis")
        outages.failed("redis", "TimeoutError")
        clock.now += 2
        outages.works("redis")
    assert [entry["event"] for entry in logs] == ["redis_unavailable", "redis_available"]


def test_news_are_the_last_that_was_known_and_a_success_counts_more_than_a_failure() -> None:
    outages = Outages()
    outages.failed("sms", "ConnectError")
    outages.failed("smtp", "550", reason="refused")
    outages.works("smtp")
    outages.failed("smtp", "550", reason="refused")
    assert outages.take_news() == {"sms": "ConnectError", "smtp": None}
    assert outages.take_news() == {}
