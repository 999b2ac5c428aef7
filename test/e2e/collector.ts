import { text } from 'node:stream/consumers';
import { serve } from '#libs/testing';

/** A span as it was exported. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for a root. */
  parentSpanId: string;
  name: string;
  service: string;
  /** Differs from one process of a service to the next. */
  instance: string;
  attributes: Record<string, unknown>;
}

/** Takes traces as OpenTelemetry's own collector does: OTLP over HTTP, in JSON. */
export interface Collector {
  /** Variables for a service that exports its traces here. */
  readonly environment: Record<string, string>;
  readonly spans: readonly CollectedSpan[];
  /** Everything as it came. */
  readonly received: readonly string[];
  stop(): Promise<void>;
}

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }[];
    }[];
  }[];
}
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const received: string[] = [];
  const server = await serve((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      spans.push(...spansOf(JSON.parse(body) as Export));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    spans,
    received,
    stop: server.stop,
  };
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const process = valuesOf(resource.attributes);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ parentSpanId = '', attributes, ...span }) => ({
        ...span,
        parentSpanId,
        attributes: valuesOf(attributes),
        service: String(process['service.name']),
        instance: String(process['service.instance.id']),
      })),
    );
  });
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
