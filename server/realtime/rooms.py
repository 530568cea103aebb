"""Names of rooms. A client never names one: the server joins them from the identity."""

from uuid import UUID


def user_room(user_id: UUID) -> str:
    return f"user:{user_id}"


def session_room(session_id: UUID) -> str:
    return f"session:{session_id}"


def flow_room(flow_id: UUID) -> str:
    return f"flow:{flow_id}"


def network_room(network: str) -> str:
    """The sockets of all flows from one network. Nothing is published there: they are counted by it."""
    return f"network:{network}"


def import_room(import_id: UUID) -> str:
    """Sockets that watch this import."""
    return f"import:{import_id}"


def importers_room(company_id: UUID) -> str:
    """Accounts of the company that may create users."""
    return f"importers:{company_id}"


def viewers_room(company_id: UUID) -> str:
    """Accounts of the company that may view users."""
    return f"viewers:{company_id}"
