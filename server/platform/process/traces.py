"""OpenTelemetry traces: a request, the tasks that it has enqueued, and the deliveries of these.

Nothing of OpenTelemetry is imported, and a span is nothing, until :meth:`Traces.start`. No span names a person or a
company, holds a query or a body, or the text of an error, which may repeat them.
"""

import logging
import threading
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final
from uuid import uuid4

from typing_extensions import override

from server.platform.process.outages import OUTAGES
from server.platform.process.version import BUILD

# Between a task's own id and the trace that it continues: one queue carries both, and older workers read neither.
SEPARATOR: Final = ":"
CLOSE_SECONDS: Final = 2.0
# With all retries: the last spans are tried once more before the end.
EXPORT_SECONDS: Final = 1.5


class Traces:
    def __init__(self) -> None:
        # They stay empty while nothing is traced: the library is not imported then.
        self._provider: Any = None
        self._tracer: Any = None
        self._propagator: Any = None

    def start(self, endpoint: str | None, *, service: str) -> None:
        """Send the spans of this process to a collector (OTLP by HTTP) from now on; to none without an endpoint.

        Other variables of OpenTelemetry, such as that of the sampler, are read by the library itself.
        """
        if endpoint is None:
            return
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - see above
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult  # noqa: PLC0415
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        class Exporter(OTLPSpanExporter):
            @override
            def export(self, spans: Any) -> SpanExportResult:
                result = super().export(spans)
                if result is not SpanExportResult.SUCCESS:
                    OUTAGES.warn("traces_not_sent", result.name.lower())
                return result

        # The library would say so several times in five seconds.
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": service, "service.version": BUILD}), shutdown_on_exit=False
        )
        exporter = Exporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=EXPORT_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("waymark")
        self._propagator = TraceContextTextMapPropagator()

    def close(self) -> None:
        """Send what is left, without waiting long for a collector that does not answer."""
        if self._provider is not None:
            closing = threading.Thread(target=self._provider.shutdown, daemon=True)
            closing.start()
            closing.join(CLOSE_SECONDS)
            self._tracer = self._provider = None

    def span(self, name: str, *, job_id: str = "", **attributes: str | int) -> AbstractContextManager[Any]:
        """Be within a span; that of a task continues what its id names."""
        if self._tracer is None:
            return nullcontext()
        parent = self._propagator.extract({"traceparent": job_id.partition(SEPARATOR)[2]}) if job_id else None
        return self._tracer.start_as_current_span(  # type: ignore[no-any-return]
            name, context=parent, attributes=attributes, record_exception=False, set_status_on_exception=False
        )

    def describe(self, *, name: str | None = None, failed: bool = False, **attributes: str | int) -> None:
        """Say more of the present span."""
        if self._tracer is None:
            return
        from opentelemetry.trace import StatusCode, get_current_span  # noqa: PLC0415 - as above

        span = get_current_span()
        if name is not None:
            span.update_name(name)
        span.set_attributes(attributes)
        if failed:
            span.set_status(StatusCode.ERROR)

    def new_job_id(self) -> str | None:
        """The id of a task that continues the present trace; None where the queue may choose one."""
        if self._tracer is None:
            return None
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        parent = carrier.get("traceparent")
        return None if parent is None else f"{uuid4().hex}{SEPARATOR}{parent}"


TRACES: Final = Traces()
