import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { format } from 'prettier';
import { isPlainObject, SHIPPED_FONTS, type ShippedFont } from '#libs/template';
import { templateTable } from './template-table.js';

/** The parts of an OpenAPI document that the manual shows. */
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, { example?: string }> };
}

interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: Content;
  responses: Record<string, Content & { headers?: object }>;
}

interface Content {
  content?: Record<string, { example?: unknown }>;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: (string | number)[];
  format?: string;
  items?: Schema;
  anyOf?: Schema[];
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
}

const MARK = /<!-- (example|fields|table|fonts|code): ([\w./-]+) -->\n[\s\S]*?<!-- end -->/g;
/** The writer of each kind of part. */
const WRITERS: Readonly<Record<string, (api: ApiDescription, name: string) => string | Promise<string>>> = {
  example: exampleOf,
  fields: fieldsOf,
  table: (_api, name) => templateTable(name),
  fonts: fontsTable,
  code: codeOf,
};
const COLUMNS = 120;
const STATUS: Readonly<Record<string, string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '204': 'No Content',
};

/**
 * Writes the generated parts of a page of the manual: the text between `<!-- example: <operation id> -->`, `<!--
 * fields: <schema> -->`, `<!-- table: <class of the template document> -->`, `<!-- fonts: shipped -->` or `<!-- code:
 * <file> -->` and the next `<!-- end -->`.
 *
 * @throws Error for an operation, a schema or a class that does not exist
 */
export async function fillManual(page: string, api: ApiDescription): Promise<string> {
  const parts: string[] = [];
  for (const [, kind, name] of page.matchAll(MARK)) {
    parts.push(await WRITERS[kind!]!(api, name!));
  }
  return page.replace(
    MARK,
    (_all, kind: string, name: string) => `<!-- ${kind}: ${name} -->\n\n${parts.shift()}\n\n<!-- end -->`,
  );
}

async function exampleOf(api: ApiDescription, id: string): Promise<string> {
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.operationId !== id) continue;
      const request = await requestOf(method.toUpperCase(), path, operation);
      const response = await responseOf(api, path, operation);
      return `\`\`\`http\n${request}\n\`\`\`\n\n\`\`\`http\n${response}\n\`\`\``;
    }
  }
  throw new Error(`the API has no operation ${id}`);
}

async function requestOf(method: string, path: string, operation: Operation): Promise<string> {
  const { parameters = [], requestBody, security } = operation;
  const target = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    String(parameters.find((parameter) => parameter.name === name)!.example),
  );
  const headers = parameters.filter((parameter) => parameter.in === 'header' && parameter.example !== undefined);
  const body = Object.values(requestBody?.content ?? {})[0]?.example;
  const isFile = requestBody?.content?.['application/octet-stream'] !== undefined;
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined && isFile);
  const search = query.map(({ name, example }) => `${name}=${String(example)}`).join('&');
  const lines = [
    `${method} /v1${target}${search === '' ? '' : `?${search}`}`,
    ...credentialOf(security),
    ...headers.map(({ name, example }) => `${name}: ${String(example)}`),
    ...(isFile ? ['Content-Type: application/octet-stream', '', '(the bytes of the file)'] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', await json(body)]),
  ];
  return lines.join('\n');
}

function credentialOf(security: Operation['security']): string[] {
  if (!security) return ['Authorization: Bearer fw_…'];
  if (security.some((scheme) => 'previewToken' in scheme)) return ['Authorization: Bearer fwp_…'];
  return security.length === 0 ? [] : ['Cookie: framewright_session=…'];
}

async function responseOf(api: ApiDescription, path: string, { responses }: Operation): Promise<string> {
  const [status, { content = {}, headers = {} }] = Object.entries(responses)[0]!;
  const [type, media] = Object.entries(content)[0] ?? [];
  const example = media?.example;
  const list = path.split('/')[1]!;
  // A component has a name in place of an id.
  const id = isPlainObject(example) ? (example['id'] ?? example['name']) : undefined;
  const location = `https://api.example.com/v1/${list}/${String(id)}`;
  const shown = Object.keys(headers).flatMap((name) => {
    const value = name === 'Location' ? location : api.components.headers[name]?.example;
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS[status]}`,
    ...shown,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ];
  if (example !== undefined) lines.push('', typeof example === 'string' ? shorten(example) : await json(example));
  return lines.join('\n');
}

/** A file of this repository as a block of code, which imports the client as its users do. */
function codeOf(_api: ApiDescription, file: string): string {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const text = source.replaceAll("'#libs/client'", "'@framewright/client'");
  return `\`\`\`${LANGUAGES[extname(file)] ?? 'text'}\n${text.trimEnd()}\n\`\`\``;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.py': 'python',
  '.go': 'go',
  '.json': 'json',
  '.java': 'java',
  '.php': 'php',
};

function fontsTable(): string {
  const scripts = new Intl.DisplayNames('en', { type: 'script' });
  const rows = SHIPPED_FONTS.map((font) => [
    font.family,
    font.scripts.map((code) => scripts.of(code)).join(', '),
    weightsOf(font),
    font.styles.includes('italic') ? 'yes' : '',
  ]);
  const head = ['family', 'scripts', 'weights', 'italic'];
  return [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function weightsOf({ weights, variableAxes: [axis] }: ShippedFont): string {
  if (axis) return `any, ${axis.min}–${axis.max}`;
  const [least, most] = [weights[0], weights.at(-1)];
  return weights.length > 2 ? `${least}–${most}` : weights.join(', ');
}

/** Text whose long lines end in an ellipsis. */
function shorten(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line)).join('\n');
}

/** Formatted JSON; a value that fits a line is on one line. */
async function json(value: unknown): Promise<string> {
  return (await format(JSON.stringify(value), { parser: 'json', printWidth: 100 })).trimEnd();
}

function fieldsOf({ components }: ApiDescription, name: string): string {
  const schema = components.schemas[name];
  if (!schema) throw new Error(`the API has no schema ${name}`);
  const isRequest = schema.additionalProperties === false;
  const entries = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const required = isRequest && schema.required?.includes(field) ? ', required' : '';
    const { description } = property;
    return `- \`${field}\` (${typeOf(property)}${required})${description === undefined ? '' : `: ${description}`}`;
  });
  return entries.join('\n');
}

/** A schema's type in words. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const types = [schema.type ?? 'any'].flat();
  return types
    .map((type) =>
      type === 'array' ? `array of ${typeOf(schema.items!)}` : type === 'string' ? (schema.format ?? type) : type,
    )
    .join(' or ');
}
