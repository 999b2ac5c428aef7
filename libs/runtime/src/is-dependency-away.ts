/** Words of the operating system and of Node for a peer that is not there, or is no more. */
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
 * SQLSTATEs of a PostgreSQL that cannot be asked now: connection failures (08), insufficient resources (53), a server or a
 * session that is shut down or gives up (57, 25P03, 25P04), and what only lost a race (40, 55P03).
 */
const SQLSTATE = /^(?:08\w{3}|53\w{3}|57P0[1-5]|57014|25P0[34]|40\w{3}|55P03)$/;

/** What pg and pg-pool say without a code. */
const DRIVER =
  /^(?:Connection terminated|timeout e|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Errors of the NATS client, and whose answer did not come in time. */
const NAMES = new Set([
  'ClosedConnectionError',
  'ConnectionError',
  'DrainingConnectionError',
  'NoRespondersError',
  'TimeoutError',
]);

const MAX_DEPTH = 8;

/**
 * Whether an error, or one of its causes, says that a server we depend on is out of reach, overloaded or too slow: the same
 * may succeed later. A constraint that is broken or a statement that is wrong is none.
 */
export function isDependencyAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
  const { name, message, code, isPassing, errors, cause } = error as Record<string, unknown>;
  if (isPassing === true) return true; // the storage's own word for it
  if (typeof code === 'string' && (SYSTEM.has(code) || SQLSTATE.test(code))) return true;
  if (typeof name === 'string' && NAMES.has(name)) return true;
  if (typeof message === 'string' && DRIVER.test(message)) return true;
  const causes: unknown[] = Array.isArray(errors) ? errors : [];
  return [...causes, cause].some((each) => isDependencyAway(each, depth + 1));
}
