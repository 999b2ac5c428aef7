import { isObject, type JsonObject } from './parameters.js';

/** The answer of the API to one request. */
export interface ApiAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Report of a refused request. */
export interface ApiFault {
  /** The code of the API and its sentence. */
  readonly message: string;
  /** The exact reasons, one a line. */
  readonly description: string;
  readonly httpCode: string;
}

const REFUSED_FOR_NOW: readonly number[] = [429, 503];
const LEAST_DELAY_MS = 500;

/**
 * Time to wait before a refused request is sent again, ms. Undefined if it is not to be sent again: the refusal
 * names no time, or the node has waited for too long.
 */
export function retryDelayMs({ status, headers }: ApiAnswer, leftMs: number): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  if (!REFUSED_FOR_NOW.includes(status) || Number.isNaN(seconds)) return undefined;
  const delayMs = Math.max(LEAST_DELAY_MS, seconds * 1_000);
  return delayMs <= leftMs ? delayMs : undefined;
}

/** The fault of an answer; undefined if the request succeeded. */
export function faultOf({ status, body }: ApiAnswer): ApiFault | undefined {
  if (status < 400) return undefined;
  const httpCode = String(status);
  const error = isObject(body) && isObject(body['error']) ? body['error'] : undefined;
  if (!error)
    return {
      message: `HTTP ${status}`,
      description: 'The answer is none of Framewright: check the base URL.',
      httpCode,
    };
  const message = `${String(error['code'])}: ${String(error['message'])}`;
  return { message, description: linesOf(error['details']).join('\n'), httpCode };
}

/** The entries of a list. */
export function entriesOf(body: unknown): JsonObject[] {
  const data = isObject(body) ? body['data'] : undefined;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** Whether further entries follow this page. */
export function hasMore(body: unknown): boolean {
  return isObject(body) && isObject(body['pagination']) && body['pagination']['has_more'] === true;
}

function linesOf(details: unknown): string[] {
  if (typeof details === 'string') return [details];
  if (!Array.isArray(details)) return [];
  return details.filter(isObject).map(({ field, message }) => `${String(field)}: ${String(message)}`);
}
