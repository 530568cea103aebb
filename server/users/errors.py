from typing import Final

from server.errors import ConflictError, ForbiddenError

HAS_SIGNED_IN: Final = "This user has already signed in."
IS_INACTIVE: Final = "This user is inactive. The invitation is sent when the account is activated."


class SelfForbiddenError(ForbiddenError):
    code = "self_forbidden"
    message = "You cannot change your own profile, role or active state, or delete yourself."


class LastSuperAdminError(ConflictError):
    code = "last_super_admin"
    message = "This is the company's last active Super Admin. Make somebody else one first."


class EditConflictError(ConflictError):
    code = "edit_conflict"
    message = "Somebody else has changed this user meanwhile. Please look at the user again."


class NotInvitableError(ConflictError):
    """There is nothing to invite this person to (yet); the text says why."""

    code = "not_invitable"
