"""The OpenAPI 3.1 document, made from the routes: their schemas, who may call them, and every answer there is.

Quart-Schema's own generator knows no access and no limit, so neither security nor the errors that follow from them, and
gives each view's schemas without saying which fields an answer always has.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Literal, TypeAlias, cast

from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from quart import Quart
from quart_schema.openapi import QUART_SCHEMA_TAG_ATTRIBUTE
from quart_schema.validation import (
    QUART_SCHEMA_QUERYSTRING_ATTRIBUTE,
    QUART_SCHEMA_REQUEST_ATTRIBUTE,
    QUART_SCHEMA_RESPONSE_ATTRIBUTE,
)
from typing_extensions import override
from werkzeug.routing import Rule

from server.platform.http.authentication import route_of
from server.platform.http.problems import Problem
from server.platform.http.requests import METHODS_WITH_BODY
from server.platform.process.version import VERSION

Json: TypeAlias = dict[str, Any]
Mode: TypeAlias = Literal["validation", "serialization"]
References: TypeAlias = dict[tuple[type[BaseModel], Mode], Json]

REFERENCE: Final = "#/components/schemas/{model}"
# `<converter:name>`; no route gives a converter arguments.
PARAMETER: Final = re.compile(r"<(?:(\w+):)?(\w+)>")
TIME_OF_DAY: Final = r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$"
PATH_SCHEMAS: Final = {"uuid": {"type": "string", "format": "uuid"}, "int": {"type": "integer", "minimum": 0}}
DOCUMENTED_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")
BEARER: Final = "bearer"
KEY: Final = "key"
DOCUMENTED: Final = "waymark_documented"
BODY_FAILURES: Final = frozenset({404, 413, 415})
DESCRIPTIONS: Final = {
    400: "The request cannot be read.",
    401: "The caller is not logged in, or the flow has expired.",
    403: "The caller may not do this, or the call comes from a foreign page.",
    404: "There is nothing here, or not for this company.",
    409: "The present state does not allow it, or another request is changing it.",
    413: "The body is too large.",
    415: "The body has the wrong type.",
    422: "Fields are missing or wrong; `errors` says which.",
    429: "Too often; `retryAfter` says when to try again.",
    500: "The server failed.",
    503: "A dependency is unavailable.",
}


class DuplicateOperationError(Exception):
    """Two routes have views of the same name: clients could not tell their operations apart."""


@dataclass(frozen=True, kw_only=True)
class Documented:
    """What the document has beside the routes: what is sent to other servers, by event, and examples.

    `operations` in them has what is asked (`query`, `body`) and the answer of each status, `webhooks` a body.
    """

    webhooks: Mapping[str, type[BaseModel]]
    examples: Json


class AnswerSchema(GenerateJsonSchema):
    """An answer always has all of its fields, also those with a default, but for those that may be left out."""

    @override
    def field_is_required(self, field: Any, total: bool) -> bool:
        is_given = self.mode == "serialization" and "serialization_exclude_if" not in field
        return is_given or super().field_is_required(field, total)

    @override
    def time_schema(self, schema: Any) -> Json:
        """JSON Schema's format `time` demands an offset; an hour of the day has none."""
        return {"type": "string", "pattern": TIME_OF_DAY}


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method of one route, as its view declares it."""

    path: str
    method: str
    rule: Rule
    view: Callable[..., Any]
    tag: str
    operation_id: str
    example: Json

    @property
    def body(self) -> type[BaseModel] | None:
        declared = getattr(self.view, QUART_SCHEMA_REQUEST_ATTRIBUTE, None)
        return None if declared is None else declared[0]

    @property
    def query(self) -> type[BaseModel] | None:
        return getattr(self.view, QUART_SCHEMA_QUERYSTRING_ATTRIBUTE, None)

    @property
    def answers(self) -> dict[int, type[BaseModel]]:
        declared = getattr(self.view, QUART_SCHEMA_RESPONSE_ATTRIBUTE, {})
        return {status: models[0] for status, models in declared.items()}


def operations_of(app: Quart) -> Iterator[Operation]:
    """Every documented operation, ordered by path."""
    examples = app.extensions[DOCUMENTED].examples["operations"]
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        view = app.view_functions[rule.endpoint]
        if route_of(view).is_hidden:
            continue
        for method in DOCUMENTED_METHODS:
            if method in (rule.methods or set()):
                blueprint, _, endpoint = rule.endpoint.rpartition(".")
                operation_id = to_camel(endpoint)
                yield Operation(
                    path=PARAMETER.sub(r"{\2}", rule.rule),
                    method=method,
                    rule=rule,
                    view=view,
                    tag=next(iter(getattr(view, QUART_SCHEMA_TAG_ATTRIBUTE, ())), blueprint),
                    operation_id=operation_id,
                    example=examples.get(operation_id, {}),
                )


def build_document(app: Quart, *, version: str = VERSION) -> Json:
    """Raises DuplicateOperationError."""
    documented: Documented = app.extensions[DOCUMENTED]
    operations = list(operations_of(app))
    for name, uses in Counter(operation.operation_id for operation in operations).items():
        if uses > 1:
            raise DuplicateOperationError(name)
    references, definitions = _schemas(operations, documented.webhooks.values())
    definitions[Problem.__name__]["examples"] = documented.examples["problems"]
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _describe(operation, references)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Waymark", "version": version},
        "servers": [{"url": "/"}],
        "paths": paths,
        "webhooks": {
            event: _describe_webhook(event, model, references, example=documented.examples["webhooks"][event])
            for event, model in documented.webhooks.items()
        },
        "components": {
            "schemas": definitions,
            "securitySchemes": {
                BEARER: {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
                KEY: {"type": "http", "scheme": "bearer", "description": "A key for servers: `wm_` and 43 characters."},
            },
        },
    }


def _schemas(operations: list[Operation], webhooks: Iterable[type[BaseModel]]) -> tuple[References, Json]:
    models: dict[tuple[type[BaseModel], Mode], None] = {(Problem, "validation"): None}
    models.update({(model, "serialization"): None for model in webhooks})
    for operation in operations:
        models.update({(model, "serialization"): None for model in operation.answers.values()})
        models.update({(model, "validation"): None for model in (operation.body, operation.query) if model})
    references, whole = models_json_schema(
        list(models), by_alias=True, ref_template=REFERENCE, schema_generator=AnswerSchema
    )
    return cast("References", references), whole.get("$defs", {})


def _describe(operation: Operation, references: References) -> Json:
    summary, _, description = (inspect.getdoc(operation.view) or operation.operation_id).partition("\n\n")
    described: Json = {
        "operationId": operation.operation_id,
        "tags": [operation.tag],
        "summary": " ".join(summary.split()),
        "parameters": _parameters(operation),
        "responses": _responses(operation, references),
    }
    if description:
        described["description"] = description
    if route_of(operation.view).is_deprecated:
        described["deprecated"] = True
    if (body := _request_body(operation, references)) is not None:
        described["requestBody"] = body
    route = route_of(operation.view)
    described["security"] = [*([{BEARER: []}] if route.signed_in else []), *([{KEY: []}] if route.admits_keys else [])]
    return described


def _parameters(operation: Operation) -> list[Json]:
    parameters: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": PATH_SCHEMAS.get(converter, {"type": "string"})}
        for converter, name in PARAMETER.findall(operation.rule.rule)
    ]
    if operation.query is not None:
        schema = operation.query.model_json_schema(by_alias=True, ref_template=REFERENCE)
        required, asked = schema.get("required", []), operation.example.get("query", {})
        for name, field in schema.get("properties", {}).items():
            example = {"example": asked[name]} if name in asked else {}
            parameters.append({"name": name, "in": "query", "required": name in required, "schema": field, **example})
    return parameters


def _request_body(operation: Operation, references: References) -> Json | None:
    if route_of(operation.view).takes_file:
        file = {"type": "string", "format": "binary", "contentMediaType": "application/octet-stream"}
        schema = {"type": "object", "properties": {"file": file}, "required": ["file"]}
        return {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    if operation.body is None:
        return None
    content = _json(references[operation.body, "validation"], operation.example.get("body"))
    # An empty body reads as an empty object.
    return {"required": any(field.is_required() for field in operation.body.model_fields.values()), "content": content}


def _responses(operation: Operation, references: References) -> Json:
    responses: Json = {
        str(status): {
            "description": HTTPStatus(status).phrase,
            "content": _json(references[model, "serialization"], operation.example.get(str(status))),
        }
        for status, model in sorted(operation.answers.items())
    }
    if media_types := route_of(operation.view).files:
        content = {each: {"schema": _file_schema(each)} for each in media_types}
        responses["200"] = {"description": HTTPStatus.OK.phrase, "content": content}
    for status in sorted(_failures(operation)):
        failure = {"description": DESCRIPTIONS[status], "content": _json(references[Problem, "validation"])}
        responses.setdefault(str(status), failure)
    return responses


def _json(schema: Json, example: Any = None) -> Json:  # noqa: ANN401 - any JSON
    return {"application/json": {"schema": schema} | ({} if example is None else {"example": example})}


def _file_schema(media_type: str) -> Json:
    if media_type == "application/json":
        return {"type": "object"}
    return {"type": "string"} if media_type.startswith("text/") else {"type": "string", "format": "binary"}


def _describe_webhook(event: str, model: type[BaseModel], references: References, *, example: Any) -> Json:  # noqa: ANN401
    return {
        "post": {
            "summary": f"{event}: {inspect.getdoc(model)}",
            "requestBody": {"required": True, "content": _json(references[model, "serialization"], example)},
            "responses": {"2XX": {"description": "The delivery has arrived."}},
            "security": [],
        }
    }


def _failures(operation: Operation) -> frozenset[int]:
    route = route_of(operation.view)
    failures = {400, 409, 429, 500, 503} | route.fails
    if route.signed_in:
        failures |= {401, 403}
    if operation.method in METHODS_WITH_BODY:
        failures |= BODY_FAILURES | {401, 403, 422}
    if operation.query is not None:
        failures.add(422)
    if PARAMETER.search(operation.rule.rule):
        failures.add(404)
    return frozenset(failures)
