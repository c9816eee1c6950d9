// Traces over OTLP to OTEL_EXPORTER_OTLP_ENDPOINT, if it is set: only then are the packages needed, which are optional
// peers. The SDK itself reads the other OTEL_ variables.
import { config } from '../../core/kernel/config.js';
import { log } from '../../core/kernel/log.js';
import { VERSION } from '../../core/kernel/package.js';
import { type Tracer, traceWith } from '../../db/work.js';

/** @returns a function that flushes and stops the exporter @throws Error when the packages are not installed */
export async function startTracing(): Promise<() => Promise<void>> {
  if (config.otelExporterOtlpEndpoint === null) return async () => undefined;
  const [api, sdk, resources, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]).catch((cause: unknown) => {
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of docs/running.md#traces', { cause });
  });
  const provider = new sdk.BasicTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: resources
      .resourceFromAttributes({ 'service.name': config.serviceSlug, 'service.version': VERSION })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor(
        new exporter.OTLPTraceExporter({ url: `${config.otelExporterOtlpEndpoint}/v1/traces` }),
      ),
    ],
  });
  traceWith(tracerOf(api, provider.getTracer('listing-directory', VERSION)));
  log.info(`traces are sent to ${config.otelExporterOtlpEndpoint}`);
  return async () => {
    traceWith(null);
    await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'the last traces are lost'));
  };
}

type Api = typeof import('@opentelemetry/api');

function tracerOf(api: Api, tracer: ReturnType<Api['trace']['getTracer']>): Tracer {
  return {
    start(kind, name, attributes, parent) {
      const context = readTraceparent(typeof parent === 'string' ? parent : parent?.traceparent);
      const within = context
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...context, isRemote: typeof parent === 'string' })
        : api.ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, within);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        end(failure, more = {}, newName) {
          if (newName) span.updateName(newName);
          span.setAttributes(more);
          if (failure !== undefined) {
            span.setStatus({
              code: api.SpanStatusCode.ERROR,
              message: String((failure as Error).message ?? failure),
            });
          }
          span.end();
        },
      };
    },
  };
}

/** W3C Trace Context, version 00: version, trace, parent, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function readTraceparent(text: string | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
