"""Who is at the other end, when anybody can write a header."""

from ipaddress import ip_network

import pytest

from server.proxies import Peer, find_peer, network_of

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def peer(address: str | None, forwarded_for: str = "", forwarded_proto: str = "") -> Peer:
    return find_peer(
        address=address,
        scheme="http",
        forwarded_for=forwarded_for,
        forwarded_proto=forwarded_proto,
        trusted=TRUSTED,
    )


@pytest.mark.parametrize(
    ("address", "forwarded_for", "client"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.7, nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("fd00::1", "2001:db8::7", "2001:db8::7"),
        (None, "198.51.100.7", "local"),
    ],
)
def test_first_hop_that_no_proxy_of_ours_wrote(address: str | None, forwarded_for: str, client: str) -> None:
    assert peer(address, forwarded_for).address == client


def test_scheme_is_told_by_a_trusted_proxy_alone() -> None:
    assert peer("10.0.0.1", "198.51.100.7", "https").scheme == "https"
    assert peer("192.0.2.1", "", "https").scheme == "http"
    assert peer("10.0.0.1", "", "gopher").scheme == "http"


def test_network_is_what_one_subscriber_holds() -> None:
    assert network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("2001:db8:1:2:3::4") == "2001:db8:1:2::/64"
    assert network_of("::ffff:192.0.2.1") == "::ffff:192.0.2.1"
    assert network_of("local") == "local"
