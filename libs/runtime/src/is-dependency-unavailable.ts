/** Error codes of the operating system and of Node for a peer that is unreachable or gone. */
const SYSTEM = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * SQLSTATEs of a PostgreSQL that cannot serve now: connection failures (08), insufficient resources (53), a server or a
 * session that shuts down or times out (57, 25P03, 25P04), and lost races (40, 55P03).
 */
const SQLSTATE = /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|25P0[34]|40\w{3}|55P03)$/;

/** Messages of pg and pg-pool that have no code. */
const DRIVER =
  /^(?:Connection terminated|timeout e|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Errors of the NATS client, and of a reply that did not arrive in time. */
const NAMES = new Set([
  'ClosedConnectionError',
  'ConnectionError',
  'DrainingConnectionError',
  'NoRespondersError',
  'TimeoutError',
]);

const MAX_DEPTH = 8;

/**
 * Whether an error, or one of its causes, means that a dependency is unavailable, overloaded or too slow, so that the
 * same operation may succeed later. A broken constraint or a wrong statement does not.
 */
export function isDependencyUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { name, message, code, isTemporary, errors, cause } = error as Record<string, unknown>;
  if (isTemporary === true) return true; // set by the storage
  if (typeof code === 'string' && (SYSTEM.has(code) || SQLSTATE.test(code))) return true;
  if (typeof name === 'string' && NAMES.has(name)) return true;
  if (typeof message === 'string' && DRIVER.test(message)) return true;
  const causes: unknown[] = Array.isArray(errors) ? errors : [];
  return [...causes, cause].some((each) => isDependencyUnavailable(each, depth + 1));
}
