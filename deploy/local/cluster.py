"""The environment of deploy/Procfile.cluster: two web processes behind a proxy on one machine."""

import shutil
from collections.abc import Mapping
from typing import Final

from deploy.local import LocalError

LOOPBACK: Final = "127.0.0.1"


def cluster_environment(environment: Mapping[str, str], *, web_ports: tuple[int, int]) -> dict[str, str]:
    """`environment` with defaults for what it lacks; the proxy listens on its HOST and PORT.

    Raises:
        LocalError: there is no Caddy; the text says where to get it.
    """
    host, port = environment.get("HOST") or LOOPBACK, environment.get("PORT") or "8000"
    first, second = map(str, web_ports)
    url = f"http://{host}:{port}"
    origins = (environment.get("PUBLIC_URL"), url, f"http://localhost:{port}", f"http://{LOOPBACK}:{port}")
    return {
        "PUBLIC_URL": url,
        "ALLOWED_ORIGINS": ",".join(dict.fromkeys(origin for origin in origins if origin)),
        "TRUSTED_PROXIES": LOOPBACK,
        **environment,
        "CADDY": _find_caddy(environment),
        "SITE_ADDRESS": f"http://:{port}",
        "LISTEN_ON": host,
        "WEB_1_PORT": first,
        "WEB_2_PORT": second,
        "WEB_UPSTREAMS": f"{LOOPBACK}:{first} {LOOPBACK}:{second}",
    }


def ports_beside(port: str) -> tuple[int, int]:
    """Return the ports of the two web processes: the two numbers after the proxy's."""
    if not port.isdecimal():
        raise LocalError(f"PORT must be a number, not {port}.")
    return int(port) + 1, int(port) + 2


def _find_caddy(environment: Mapping[str, str]) -> str:
    found = shutil.which(environment.get("CADDY") or "caddy", path=environment.get("PATH"))
    if found is None:
        raise LocalError(
            "There is no Caddy, which stands in front of the cluster. `make cluster` unpacks Debian's; elsewhere "
            "install it and put it on PATH, or say where it is: CADDY=/path/to/caddy make cluster"
        )
    return found
