import { SESSION } from './query-keys.ts';
import { noteSignedOut, queryClient } from './query-client.ts';

/** On every response while new videos are refused. */
const MAINTENANCE_HEADER = 'X-Maintenance';
/** Least time between two readings of the session, because gateways learn of maintenance one after the other. */
const REST_MS = 5_000;

let askedAt = -REST_MS;

/**
 * Learns from a response, whatever was asked, that the session has ended, or that maintenance has begun or ended. Nothing is
 * asked for that alone.
 *
 * @param path of the API, such as `/videos`
 */
export function watchResponse(path: string, { status, headers }: Response): void {
  if (path.startsWith('/session')) return; // who reads or begins a session learns it from the response
  if (status === 401) noteSignedOut();
  const session = queryClient.getQueryData<{ maintenance: object | null } | null>(SESSION.own);
  if (!session || (session.maintenance !== null) === headers.has(MAINTENANCE_HEADER)) return;
  if (performance.now() - askedAt < REST_MS) return;
  askedAt = performance.now();
  void queryClient.invalidateQueries({ queryKey: SESSION.own });
}
