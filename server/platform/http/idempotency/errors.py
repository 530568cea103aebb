from server.platform.errors import BadRequestError, ConflictError


class IdempotencyKeyReusedError(ConflictError):
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was already used for a different request."


class IdempotencyKeyInvalidError(BadRequestError):
    code = "idempotency_key_invalid"
    message = "The Idempotency-Key must have 1 to 200 visible characters."
