/** A request of the manual with its response. */
export interface DocumentedCall {
  /** The operation. */
  id: string;
  request: { method: string; target: string; headers: Record<string, string>; text: string; body?: unknown };
  response: { status: number; headers: Record<string, string>; text: string; body?: unknown };
}

const EXAMPLE = /^<!-- example: (\w+) -->\n+```http\n([\s\S]*?)^```\n+```http\n([\s\S]*?)^```/gm;

/** The generated examples of a page: HTTP messages with lowercase header names. */
export function documentedCalls(page: string): DocumentedCall[] {
  return Array.from(page.matchAll(EXAMPLE), ([, id, request, response]) => {
    const [requestLine, ...sent] = linesOf(request!);
    const [statusLine, ...received] = linesOf(response!);
    const [method, target] = requestLine.split(' ');
    return {
      id: id!,
      request: { method: method!, target: target!, ...partsOf(sent) },
      response: { status: Number(statusLine.split(' ')[1]), ...partsOf(received) },
    };
  });
}

function linesOf(message: string): [string, ...string[]] {
  return message.trimEnd().split('\n') as [string, ...string[]];
}

function partsOf(lines: readonly string[]): { headers: Record<string, string>; text: string; body?: unknown } {
  const end = lines.includes('') ? lines.indexOf('') : lines.length;
  const headers = Object.fromEntries(
    lines.slice(0, end).map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    }),
  ) as Record<string, string>;
  const text = lines.slice(end).join('\n').trim();
  const isJson = headers['content-type']?.includes('json') ?? false;
  return { headers, text, ...(isJson && text !== '' && { body: JSON.parse(text) as unknown }) };
}

/** Parts of texts that differ from run to run, with what stands for them. */
const VARYING: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>'],
  [/\bevt_[0-9a-f]{32}\b/g, '<id of an event>'],
  [/\bwhsec_[\w+/]+=*/g, '<secret>'],
  [/\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b/g, '<recovery code>'],
  [/\b[2-7A-Z]{32}\b/g, '<key of an authenticator>'],
  [/\bfw_[0-9A-Za-z]{5}\b/g, '<beginning of a key>'],
  [/\bfw_[0-9A-Za-z]{38}\b/g, '<key>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time with milliseconds>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time with seconds>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/\/[0-9A-Za-z]{22}\.(?=mp4|jpg)/g, '/<file>.'],
];
/** Values that depend on the machine, or on what else a test has created. */
const MEASURED: ReadonlySet<string> = new Set([
  'address',
  'bytes',
  'busy',
  'challenge',
  'duration_ms',
  'eta_seconds',
  'file_size',
  'files',
  'has_more',
  'load_last_5_minutes',
  'load_last_hour',
  'made',
  'progress',
  'request_body',
  'slots',
  'templates',
  'total',
  'user_agent',
  'user_id',
  'worker',
]);

/** A text in which all that differs from run to run is replaced. */
export function fixedText(text: string): string {
  return VARYING.reduce((result, [pattern, name]) => result.replaceAll(pattern, name), text);
}

/**
 * Differences between an answer and the documented one: in its fields, their types, or a value that is the same in
 * every run. Of the entries of a list (`data`) the first one is compared.
 */
export function differences(documented: unknown, real: unknown, at = 'body'): string[] {
  if (Array.isArray(documented) && Array.isArray(real)) {
    if (at.endsWith('.load_by_minute')) return []; // one entry for each minute that the renderer runs
    const compared = at === 'body.data' ? documented.slice(0, 1) : documented;
    const isComplete = at === 'body.data' ? real.length > 0 : real.length === documented.length;
    if (!isComplete) return [`${at} has ${real.length} entries, documented are ${documented.length}`];
    return compared.flatMap((entry, index) => differences(entry, real[index], `${at}[${index}]`));
  }
  if (isObject(documented) && isObject(real)) return differencesOfFields(documented, real, at);
  const name = at.slice(at.lastIndexOf('.') + 1);
  if (MEASURED.has(name) && documented !== null && typeof documented === typeof real) return [];
  const [shown, sent] = [documented, real].map((value) => fixedText(JSON.stringify(value)));
  return shown === sent ? [] : [`${at} is ${sent}, documented as ${shown}`];
}

function differencesOfFields(documented: Record<string, unknown>, real: Record<string, unknown>, at: string): string[] {
  const missing = Object.keys(documented).filter((key) => !(key in real));
  const unknown = Object.keys(real).filter((key) => !(key in documented));
  const shared = Object.keys(documented).filter((key) => key in real);
  return [
    ...missing.map((key) => `${at}.${key} is documented and missing`),
    ...unknown.map((key) => `${at}.${key} is not documented`),
    ...shared.flatMap((key) => differences(documented[key], real[key], `${at}.${key}`)),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
