"""Base classes of errors with status, code and sentence; each feature declares its subclasses beside its code.

Clients distinguish errors by their codes, which are all listed here; docs/errors.md says when each occurs.
"""

from enum import StrEnum
from typing import Any, ClassVar, Final

from pydantic.alias_generators import to_snake


class ErrorCode(StrEnum):
    ANOTHER_CHANGE = "another_change"
    ANOTHER_SESSION = "another_session"
    BATCH_ARCHIVED = "batch_archived"
    BATCH_EXISTS = "batch_exists"
    BAD_REQUEST = "bad_request"
    CONFLICT = "conflict"
    CODE_TAKEN = "code_taken"
    CONTACT_TAKEN = "contact_taken"
    DAILY_ROWS_EXCEEDED = "daily_rows_exceeded"
    CHANGES_USED_UP = "changes_used_up"
    COLUMNS_NEEDED = "columns_needed"
    DATE_ORDER_NEEDED = "date_order_needed"
    EDIT_CONFLICT = "edit_conflict"
    EMAIL_LINK_INVALID = "email_link_invalid"
    EMAIL_NOT_USABLE = "email_not_usable"
    FACTOR_EXISTS = "factor_exists"
    FACTOR_SETUP_REQUIRED = "factor_setup_required"
    FILE_REFUSED = "file_refused"
    FILE_TOO_LARGE = "file_too_large"
    FLOW_EXPIRED = "flow_expired"
    FORBIDDEN = "forbidden"
    FOREIGN_ORIGIN = "foreign_origin"
    IDEMPOTENCY_KEY_INVALID = "idempotency_key_invalid"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    INTERNAL_ERROR = "internal_error"
    INVALID_CREDENTIALS = "invalid_credentials"
    INVITATIONS_USED_UP = "invitations_used_up"
    INVITATION_LINK_INVALID = "invitation_link_invalid"
    INVITATION_STOPPED = "invitation_stopped"
    INVITATION_TOO_SOON = "invitation_too_soon"
    LAST_WAY_IN = "last_way_in"
    LOCKED = "locked"
    LOGOUT_TOKEN_INVALID = "logout_token_invalid"  # noqa: S105 - a name, no secret
    LAST_SUPER_ADMIN = "last_super_admin"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NETWORK_NOT_ALLOWED = "network_not_allowed"
    NO_VALID_ROW = "no_valid_row"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTICE_LINK_INVALID = "notice_link_invalid"
    NOT_FOUND = "not_found"
    NOT_INVITABLE = "not_invitable"
    NOT_SIGNED_IN = "not_signed_in"
    OTP_EXPIRED = "otp_expired"
    OTP_INVALID = "otp_invalid"
    OTP_LOCKED = "otp_locked"
    PASSKEYS_UNAVAILABLE = "passkeys_unavailable"
    PASSKEY_NOT_ADDED = "passkey_not_added"
    PASSKEY_NOT_PROVED = "passkey_not_proved"
    PASSKEY_REFUSED = "passkey_refused"
    PASSKEY_REGISTERED = "passkey_registered"
    PASSWORD_CHANGE_REQUIRED = "password_change_required"  # noqa: S105 - a name, no secret
    PAYLOAD_TOO_LARGE = "payload_too_large"
    REQUEST_TIMEOUT = "request_timeout"
    QUESTIONS_OPEN = "questions_open"
    RESEND_TOO_SOON = "resend_too_soon"
    ROW_CHANGED = "row_changed"
    ROW_NOT_INVALID = "row_not_invalid"
    SELF_FORBIDDEN = "self_forbidden"
    SEND_QUOTA_REACHED = "send_quota_reached"
    TOO_MANY_BATCHES = "too_many_batches"
    TOO_MANY_CONNECTIONS = "too_many_connections"
    STEP_UP_REQUIRED = "step_up_required"
    TOO_MANY_FACTORS = "too_many_factors"
    TOO_MANY_FAILURES = "too_many_failures"
    TOO_MANY_JOBS = "too_many_jobs"
    TOO_MANY_PASSKEYS = "too_many_passkeys"
    TOO_MANY_REQUESTS = "too_many_requests"
    TOO_MANY_SENDS = "too_many_sends"
    TOO_MANY_VIEWS = "too_many_views"
    TOO_MANY_WATCHED = "too_many_watched"
    UNAVAILABLE = "unavailable"
    UNKNOWN_EVENT = "unknown_event"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    VALIDATION_FAILED = "validation_failed"
    VIEW_EXISTS = "view_exists"
    WRONG_IMPORT_STATE = "wrong_import_state"
    WRONG_JOB_STATE = "wrong_job_state"


FORBIDDEN_MESSAGE: Final = "Access denied. You do not have permission to perform this action."
UNAVAILABLE_MESSAGE: Final = "Service temporarily unavailable. Please try again later."
INTERNAL_MESSAGE: Final = "Internal server error. Please try again later."


class ApplicationError(Exception):
    """An error with a status, a fixed code and a sentence that may be shown.

    `errors` maps a request field (camelCase) to its own message; `retry_after` is in seconds; `met` is what else the
    answer holds, as it is sent.
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"
    message: ClassVar[str] = "Invalid request data"

    def __init_subclass__(cls) -> None:
        """Make its name the code of an error, where that is one; others say their own, or have that of their base."""
        code = to_snake(cls.__name__.removesuffix("Error"))
        if "code" not in vars(cls) and code in ErrorCode.__members__.values():
            cls.code = code

    def __init__(
        self,
        message: str | None = None,
        *,
        errors: dict[str, str] | None = None,
        retry_after: int | None = None,
        attempts_remaining: int | None = None,
        met: dict[str, Any] | None = None,
    ) -> None:
        self.shown = message or self.message
        super().__init__(self.shown)
        self.errors = errors
        self.retry_after = retry_after
        self.attempts_remaining = attempts_remaining
        self.met = met


class BadRequestError(ApplicationError):
    """The request cannot be read at all."""


class NotSignedInError(ApplicationError):
    status = 401
    message = "Session expired. Please log in again."


class ForbiddenError(ApplicationError):
    status = 403
    message = FORBIDDEN_MESSAGE


class NetworkNotAllowedError(ForbiddenError):
    """The company admits its administrators from other networks only."""

    message = "Your company lets administrators in from certain networks only, and this is not one of them."


class FactorSetupRequiredError(ForbiddenError):
    """Until the account has a second factor that its session has proved, the session can only set one up."""

    message = "Your company asks you for a second factor. Please set one up to continue."


class NotFoundError(ApplicationError):
    status = 404
    message = "The requested resource was not found."


class ConflictError(ApplicationError):
    status = 409
    message = "The request conflicts with the present state."


class PayloadTooLargeError(ApplicationError):
    status = 413
    message = "The request is too large."


class UnsupportedMediaTypeError(ApplicationError):
    status = 415
    message = "The request body must be application/json."


class ValidationFailedError(ApplicationError):
    status = 422
    message = "Validation failed"


class TooManyRequestsError(ApplicationError):
    status = 429
    message = "Too many requests. Please wait a moment and try again."


class UnavailableError(ApplicationError):
    status = 503
    message = UNAVAILABLE_MESSAGE

    def __init__(self, message: str | None = None, *, retry_after: int = 2) -> None:
        super().__init__(message, retry_after=retry_after)
