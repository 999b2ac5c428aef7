import type { Json, JsonObject } from '../document/json-path.ts';

/** A field that a caller may change, by its path: `variables.brand`, `1.background_color`, `1.headline.text`. */
export interface ChangedField {
  readonly page: number | null;
  readonly layer: string | null;
  readonly property: string;
  readonly value: Json;
}

/** The `modifications` of a request that sets these fields. */
export function modificationsOf(fields: readonly ChangedField[]): JsonObject {
  const variables = fields.filter(({ page }) => page === null);
  const numbers = [...new Set(fields.map(({ page }) => page).filter((page) => page !== null))].sort((a, b) => a - b);
  const pages = numbers.map((number) => pageModification(number, fields));
  return {
    ...(variables.length > 0 && { variables: properties(variables) }),
    ...(pages.length > 0 && { pages }),
  };
}

function pageModification(number: number, fields: readonly ChangedField[]): JsonObject {
  const here = fields.filter(({ page }) => page === number);
  const names = [...new Set(here.map(({ layer }) => layer).filter((layer) => layer !== null))];
  const layers = names.map((name) => ({ name, ...properties(here.filter(({ layer }) => layer === name)) }));
  return {
    number,
    ...properties(here.filter(({ layer }) => layer === null)),
    ...(layers.length > 0 && { layers }),
  };
}

function properties(fields: readonly ChangedField[]): JsonObject {
  return Object.fromEntries(fields.map(({ property, value }) => [property, value]));
}

export interface VideoCall {
  /** The address of the API, with `/v1`. */
  readonly baseUrl: string;
  readonly templateId: string;
  readonly modifications: JsonObject;
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The request for a video, ready to run once the key of the API is in `FRAMEWRIGHT_API_KEY`. */
export function requestCode(call: VideoCall, language: Language): string {
  switch (language) {
    case 'curl':
      return curl(call);
    case 'TypeScript':
      return typeScript(call);
    case 'Python':
      return python(call);
  }
}

function bodyOf({ templateId, modifications }: VideoCall): JsonObject {
  return { template_id: templateId, ...(Object.keys(modifications).length > 0 && { modifications }) };
}

function curl(call: VideoCall): string {
  // In single quotes a shell reads everything as it is, except the quote itself.
  const body = JSON.stringify(bodyOf(call), null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${call.baseUrl}/videos \\`,
    '  -H "Authorization: Bearer $FRAMEWRIGHT_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    '  -H "Idempotency-Key: $(uuidgen)" \\',
    `  -d '${body}'`,
  ].join('\n');
}

function typeScript(call: VideoCall): string {
  return [
    `const response = await fetch('${call.baseUrl}/videos', {`,
    "  method: 'POST',",
    '  headers: {',
    '    Authorization: `Bearer ${process.env.FRAMEWRIGHT_API_KEY}`,',
    "    'Content-Type': 'application/json',",
    "    'Idempotency-Key': crypto.randomUUID(),",
    '  },',
    `  body: JSON.stringify(${indented(JSON.stringify(bodyOf(call), null, 2), '  ')}),`,
    '});',
    'const video = await response.json();',
  ].join('\n');
}

function python(call: VideoCall): string {
  return [
    'import os, uuid, requests',
    '',
    'video = requests.post(',
    `    "${call.baseUrl}/videos",`,
    '    headers={',
    '        "Authorization": f"Bearer {os.environ[\'FRAMEWRIGHT_API_KEY\']}",',
    '        "Idempotency-Key": str(uuid.uuid4()),',
    '    },',
    `    json=${indented(pythonOf(bodyOf(call)), '    ')},`,
    ').json()',
  ].join('\n');
}

/** A value as Python writes it: JSON with other words for true, false and nothing. */
function pythonOf(value: Json, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const members = Array.isArray(value)
    ? (value as readonly Json[]).map((member) => pythonOf(member, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonOf(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return open + close;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}

function indented(code: string, indent: string): string {
  return code.replaceAll('\n', `\n${indent}`);
}
