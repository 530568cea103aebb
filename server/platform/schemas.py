"""The base of every request and response: camelCase on the wire, snake_case in the code."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Generic, Self, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError
from typing_extensions import override

from server.platform.process.clock import to_wire
from server.platform.process.open_enum import known_names_only, takes_unknown

LONGEST_FIELD: Final = 1_024
LONGEST_EMAIL: Final = 320
LONGEST_PASSWORD: Final = 1_024
NOT_FILLED_IN: Final = "Please fill in all required fields"
CONTROL_CHARACTERS = frozenset(map(chr, (*range(32), *range(127, 160))))
Item = TypeVar("Item")
HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def refuse_control_characters(value: str) -> str:
    """Control characters and half characters have no place in a text field; Postgres can store neither.

    Half of a surrogate pair can be written in JSON, but in no encoding.
    """
    if not CONTROL_CHARACTERS.isdisjoint(value) or HALF_CHARACTER.search(value):
        msg = "Control characters are not allowed"
        raise ValueError(msg)
    return value


def refuse_blank(value: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
    if isinstance(value, str) and not value.strip():
        raise ValueError(NOT_FILLED_IN)
    return value


def only_if(is_right: Callable[[Any], bool], sentence: str) -> AfterValidator:
    """Accept a value of which this is true, and refuse any other with the sentence."""

    def check(value: Item) -> Item:
        if not is_right(value):
            raise ValueError(sentence)
        return value

    return AfterValidator(check)


def _refuse_in(value: Any) -> None:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        refuse_control_characters(value)
    elif isinstance(value, list):
        for item in value:
            _refuse_in(item)


class _GivenSchema(BaseModel):
    """What a client sends: control characters are refused in any text field, and so are unknown names.

    `of_lines` are the names of texts that may have several lines.
    """

    of_lines: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="wrap")
    @classmethod
    def _names_are_known(cls, values: Any, validate: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401 - raw
        with known_names_only():
            return validate(values)

    @model_validator(mode="before")
    @classmethod
    def _texts_are_clean(cls, values: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
        if isinstance(values, dict):
            for name, value in values.items():
                _refuse_in("".join(value.splitlines()) if name in cls.of_lines and isinstance(value, str) else value)
        return values


class RequestSchema(_GivenSchema):
    """A JSON body. Unknown fields are refused, also the names that fields have in the code."""

    # A request is read and never made here: only the names of the wire count.
    model_config = ConfigDict(  # type: ignore[pydantic-alias] # wants the code's names as well
        alias_generator=to_camel, extra="forbid", frozen=True
    )


class FormSchema(RequestSchema):
    """A form. A needed field that is missing reads as null: the use case refuses it with a sentence of its own."""

    @model_validator(mode="before")
    @classmethod
    def _missing_is_null(cls, values: Any) -> Any:  # noqa: ANN401 - pydantic's raw input
        if not isinstance(values, dict):
            return values
        nullable = (field for field in cls.model_fields.values() if type(None) in get_args(field.annotation))
        return dict.fromkeys(field.alias for field in nullable if field.is_required()) | values


class QuerySchema(_GivenSchema):
    """Query parameters; unknown ones are ignored, also the names that parameters have in the code."""

    model_config = ConfigDict(  # type: ignore[pydantic-alias] # wants the code's names as well
        alias_generator=to_camel, extra="ignore", frozen=True
    )


class PageQuery(QuerySchema):
    page: int = Field(default=1, ge=1, le=1_000_000)
    page_size: int = Field(default=10, ge=1, le=1000)

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.page_size


class ResponseSchema(BaseModel):
    """An answer or an event. Its document leaves open what else its enums may be: a newer version may know more."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, serialize_by_alias=True
    )

    @override
    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        made = handler(schema)
        for part in _parts_of(handler.resolve_ref_schema(made).get("properties")):
            if "enum" in handler.resolve_ref_schema(part):
                known = {key: part.pop(key) for key in ("$ref", "enum", "type") if key in part}
                part["anyOf"] = [known, {"type": "string"}]
        return made


def _parts_of(schema: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - any JSON
    """Yield every schema inside, from the inside out."""
    if isinstance(schema, dict | list):
        for part in schema.values() if isinstance(schema, dict) else schema:
            yield from _parts_of(part)
        if isinstance(schema, dict):
            yield schema


class Page(ResponseSchema, Generic[Item]):
    data: list[Item]
    page: int
    page_size: int
    total: int
    total_is_exact: bool

    @classmethod
    def of(
        cls,
        query: PageQuery,
        data: Iterable[Any],
        *,
        total: int,
        total_is_exact: bool = True,
        **more: Any,  # noqa: ANN401 - further fields
    ) -> Self:
        """Answer the query with these records, or with the rows that hold their fields."""
        place = {"page": query.page, "page_size": query.page_size}
        return cls(data=list(data), **place, total=total, total_is_exact=total_is_exact, **more)


def _or_empty(schema: dict[str, Any]) -> None:
    schema["anyOf"] = [*schema["anyOf"], {"enum": [""], "type": "string"}]


def one_of(names: Iterable[str], *, also: str | None = None) -> tuple[AfterValidator, FieldInfo]:
    """Mark a text that is one of these names, where they are data and no type. What is stored may have others.

    `also`: the pattern of further ones.
    """
    allowed, is_further = tuple(names), re.compile(also or r"(?!)").fullmatch

    def check(value: str) -> str:
        if value not in allowed and not is_further(value) and not takes_unknown.get():
            *others, last = map(repr, allowed)
            expected = f"{', '.join(others)} or {last}" if others else last
            raise PydanticCustomError("literal_error", "Input should be {expected}", {"expected": expected})
        return value

    schema: dict[str, Any] = {"enum": list(allowed)}
    if also:
        schema = {"anyOf": [schema | {"type": "string"}, {"type": "string", "pattern": also}]}
    return AfterValidator(check), Field(json_schema_extra=schema)


# An empty optional query parameter counts as absent.
EMPTY_IS_NONE: Final = (
    BeforeValidator(lambda value: None if value == "" else value),
    Field(json_schema_extra=_or_empty),
)
Moment = Annotated[datetime, PlainSerializer(to_wire, return_type=str, when_used="json")]
ServerTime = Annotated[Moment, Field(description="the server's clock when this was sent, to correct the client's by")]
# A field of a form; the documented type of one that is needed is that of a text which is no null.
Typed = Annotated[str, Field(max_length=LONGEST_FIELD)]
Needed = Annotated[Typed | None, WithJsonSchema({"type": "string", "maxLength": LONGEST_FIELD})]
# No text of an error shows what was typed.
TypedPassword = Annotated[str, Field(max_length=LONGEST_PASSWORD, repr=False)]
CleanText = Annotated[str, AfterValidator(refuse_control_characters)]


class MessageResponse(ResponseSchema):
    """Response that only confirms success."""

    message: str
