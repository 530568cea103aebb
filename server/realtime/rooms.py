"""Names of rooms. A client never names one: the server joins them from the identity."""

from uuid import UUID


def user_room(user_id: UUID) -> str:
    return f"user:{user_id}"


def session_room(session_id: UUID) -> str:
    return f"session:{session_id}"


def flow_room(flow_id: UUID) -> str:
    return f"flow:{flow_id}"


def import_room(import_id: UUID) -> str:
    """Whoever watches this import."""
    return f"import:{import_id}"


def importers_room(company_id: UUID) -> str:
    """Everybody of the company who may create users."""
    return f"importers:{company_id}"


def viewers_room(company_id: UUID) -> str:
    """Everybody of the company who may view users."""
    return f"viewers:{company_id}"
