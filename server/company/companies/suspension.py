"""A company that the operator has suspended: its doors are closed, its work waits, and nothing of it is lost."""

from typing import Final

from server.platform.errors import ForbiddenError

NO_APPLICATIONS: Final = "This company does not take applications now. Please ask it when it does again."


class CompanySuspendedError(ForbiddenError):
    """Raised for those alone who have proved that they are of the company."""

    message = "Your company is suspended: logins are closed until the operator of this site resumes it."


def is_suspended(company_id: str) -> str:
    """SQL that tells whether the company of this column is suspended; null is no company."""
    return f"EXISTS (SELECT FROM companies closed WHERE closed.id = {company_id} AND closed.suspended_at IS NOT NULL)"
