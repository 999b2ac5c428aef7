import '../../../apps/gateway/src/gateway.module.js'; // declares the operations
import { checkQuery } from '../../../apps/gateway/src/http/request-shapes.js';
import { parseStrictJson } from '../../../apps/gateway/src/http/body/strict-json.js';
import { operationOf } from '../../../apps/gateway/src/openapi/operation.js';
import { judgeRequest, judgeTemplate } from '#libs/drafts';
import { videoLimits } from '../../../apps/videos/src/documents/video-limits.js';
import { VideosConfig } from '../../../apps/videos/src/videos.config.js';
import { CreateVideoBody, type PayloadClass, ValidateVideoBody } from '#libs/contracts';
import { createUrlCheck } from '#libs/net-guard';
import { TemplateDocument, validateShape, validateTemplate } from '#libs/template';
import type { FuzzDocument } from '../../fuzz/requests.ts';
import { leastOf, type Place } from './places.ts';

/** Judges what a place's requests carry, as a service does. */
export interface Judge {
  name: string;
  /** Whether it holds an event loop; documents are judged on threads. */
  holdsLoop: boolean;
  judge(sent: unknown): void;
}

/** The judgment with an operator's default settings. */
const judgment = {
  checkAddress: createUrlCheck({ allow: [], allowHttp: true }),
  checkTarget: createUrlCheck({ allow: [], allowHttp: false }),
  limits: videoLimits(new VideosConfig()),
};

/** Judges any body as JSON, before its class is known. */
export const JSON_JUDGE: Judge = {
  name: 'JSON',
  holdsLoop: true,
  judge: (bytes) => {
    try {
      const turns = parseStrictJson(bytes as Buffer);
      while (!turns.next().done);
    } catch {
      // a fault of the caller's
    }
  },
};

/** Judges a whole document. */
export const DOCUMENT_JUDGE: Judge = {
  name: 'videos',
  holdsLoop: false,
  judge: (document) => void judgeTemplate(document, judgment),
};

/** The judges of a place's content: the gateway, and for documents the service too. */
export function judgesOf({ operation, part, field }: Place, document: FuzzDocument): Judge[] {
  const { parts } = operationOf(operation);
  if (part === 'query') {
    const named = encodeURIComponent(field);
    const judge = (sent: unknown): void => void checkQuery(`/?${named}=${queryText(sent)}`, parts.query);
    return [{ name: 'query', holdsLoop: true, judge }];
  }
  if (part !== 'body') {
    const shape = part === 'path' ? parts.path! : parts.headers!;
    const judge = (sent: unknown): void => void validateShape(shape, { [field.toLowerCase()]: queryText(sent) });
    return [{ name: part, holdsLoop: true, judge }];
  }
  return [gatewayJudge(parts.body!), ...serviceJudges(parts.body!, field, document)];
}

/** The gateway's judgment of a body by its class, which it makes if path, query or headers have faults already. */
function gatewayJudge(shape: PayloadClass): Judge {
  const judge = (body: unknown): void => void validateShape(shape, body);
  return { name: 'gateway', holdsLoop: true, judge };
}

function serviceJudges(shape: PayloadClass, field: string, document: FuzzDocument): Judge[] {
  if (shape === TemplateDocument) {
    const judge = (body: unknown): void => void judgeTemplate(withVariable(body), judgment);
    return [{ name: 'videos', holdsLoop: false, judge }];
  }
  if (shape !== CreateVideoBody && shape !== ValidateVideoBody) return [];
  const operation = shape === ValidateVideoBody ? 'validate' : 'create';
  const template = templateFor(field, document);
  const judge = (body: unknown): void => void judgeRequest({ body, template, operation }, judgment);
  return [{ name: 'videos', holdsLoop: false, judge }];
}

/** Declares the variable that texts use, where the document declares none. */
function withVariable(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || 'variables' in body) return body;
  return { ...body, variables: { a: { type: 'string', default: 'x' } } };
}

/** A template whose layer has what a request's modification changes, and texts that use a variable. */
function templateFor(field: string, { components: { schemas } }: FuzzDocument): TemplateDocument {
  const property = /layers\[\]\.(\w+)/.exec(field)?.[1] ?? 'text';
  const texts = Array.from({ length: 50 }, (_, i) => ({ type: 'text', name: `t${i}`, text: '{{a}}'.repeat(40) }));
  for (const [name, schema] of Object.entries(schemas)) {
    if (!name.endsWith('Layer') || !Object.keys(schema['properties'] ?? {}).includes(property)) continue;
    for (const needed of [{}, { source_url: 'https://example.com/a.vtt' }]) {
      const layer = { ...(leastOf(schema, schemas) as object), ...needed, name: 'a' };
      const pages = [{ number: 1, duration: 1, layers: [layer, ...texts] }];
      const variables = { a: { type: 'string' } };
      const checked = validateTemplate({ name: 'a', width: 640, height: 360, pages, variables });
      if (checked.ok) return checked.value;
    }
  }
  throw new Error(`no layer of a template has the ${property} of ${field}`);
}

function queryText(sent: unknown): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}
