"""The client's address, when any client can forge a header."""

from ipaddress import ip_network

import pytest

from server.platform.http.proxies import Peer, find_peer
from server.vocabulary.networks import network_of

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def peer(address: str | None, *forwarded_for: str, proto: tuple[str, ...] = ()) -> Peer:
    """`forwarded_for` and `proto` are one line each."""
    headers = [(b"x-forwarded-for", line.encode("latin-1")) for line in forwarded_for]
    headers += [(b"x-forwarded-proto", line.encode()) for line in proto]
    scope = {"client": None if address is None else (address, 1), "scheme": "http", "headers": headers}
    return find_peer(scope, trusted=TRUSTED)


@pytest.mark.parametrize(
    ("address", "forwarded_for", "client"),
    [
        ("192.0.2.1", (), "192.0.2.1"),
        ("192.0.2.1", ("198.51.100.7",), "192.0.2.1"),
        ("10.0.0.1", ("198.51.100.7",), "198.51.100.7"),
        ("10.0.0.1", ("6.6.6.6, 198.51.100.7",), "198.51.100.7"),
        ("10.0.0.1", ("6.6.6.6, 198.51.100.7, 10.0.0.2",), "198.51.100.7"),
        ("10.0.0.1", ("6.6.6.6", "198.51.100.7"), "198.51.100.7"),
        ("10.0.0.1", ("6.6.6.6, 7.7.7.7", "198.51.100.7, 10.0.0.2", "10.0.0.3"), "198.51.100.7"),
        ("10.0.0.1", ("6.6.6.6", "198.51.100.7,", ""), "198.51.100.7"),
        ("10.0.0.1", ("10.0.0.3, 10.0.0.2",), "10.0.0.3"),
        ("10.0.0.1", ("nonsense",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, nonsense",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, unknown, 10.0.0.2",), "10.0.0.2"),
        ("10.0.0.1", ("198.51.100.7, " + "1" * 60_000,), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, \xe9\x00",), "10.0.0.1"),
        ("10.0.0.1", ("",), "10.0.0.1"),
        ("10.0.0.1", ("6.6.6.6, 198.51.100.7:5678",), "198.51.100.7"),
        ("10.0.0.1", ("6.6.6.6, 198.51.100.7:5678, 10.0.0.2:80",), "198.51.100.7"),
        ("10.0.0.1", ("198.51.100.7:port",), "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7:80:80",), "10.0.0.1"),
        ("10.0.0.1", ("[2001:db8::7]:99",), "2001:db8::7"),
        ("10.0.0.1", ("[2001:db8::7]",), "2001:db8::7"),
        ("10.0.0.1", ("[2001:db8::7]x",), "10.0.0.1"),
        ("10.0.0.1", ("[2001:db8::7",), "10.0.0.1"),
        ("10.0.0.1", ("2001:DB8:0:0::7",), "2001:db8::7"),
        ("10.0.0.1", ("fe80::1%a",), "fe80::1"),
        ("10.0.0.1", ("::ffff:198.51.100.7",), "198.51.100.7"),
        ("::ffff:10.0.0.1", ("198.51.100.7",), "198.51.100.7"),
        ("fd00::1", ("2001:db8::7",), "2001:db8::7"),
        (None, ("198.51.100.7",), "local"),
    ],
)
def test_first_hop_that_no_trusted_proxy_wrote(
    address: str | None, forwarded_for: tuple[str, ...], client: str
) -> None:
    assert peer(address, *forwarded_for).address == client


def test_scheme_is_taken_from_a_trusted_proxy_only() -> None:
    assert peer("10.0.0.1", "198.51.100.7", proto=("https",)).scheme == "https"
    assert peer("10.0.0.1", "198.51.100.7", proto=("http", "HTTPS")).scheme == "https"
    assert peer("10.0.0.1", "198.51.100.7", proto=("https", "http")).scheme == "http"
    assert peer("10.0.0.1", "198.51.100.7", proto=("gopher, https",)).scheme == "https"
    assert peer("192.0.2.1", proto=("https",)).scheme == "http"
    assert peer("10.0.0.1", proto=("gopher",)).scheme == "http"


def test_network_is_the_prefix_of_one_subscriber() -> None:
    assert network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("2001:db8:1:2:3::4") == "2001:db8:1::/56"
    assert network_of("::ffff:192.0.2.1") == "::ffff:192.0.2.1"
    assert network_of("local") == "local"
