import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const EARLY_MS = 500;
/**
 * Time after which the proxy ends an idle connection, ms: longer than clients keep one, so that they end those that
 * they have forgotten.
 */
const KEEP_ALIVE_MS = 120_000;
const STATUSES = { SlowDown: 503, InternalError: 500, NotImplemented: 501 };

/**
 * Failure of a request: an answer of the server's kind (`SlowDown` 503, `InternalError` 500, `NotImplemented` 501), the
 * work done but its answer lost, half of the answer's body, no answer at all, or an empty answer of success half a
 * second before the work begins.
 */
export type Fault = keyof typeof STATUSES | 'lost answer' | 'half an answer' | 'silence' | 'early answer';

/** An HTTP proxy that forwards everything but the requests that a test lets fail. */
export interface FaultyProxy {
  /** Stands for the server's own address. */
  readonly url: string;
  /** Requests so far, `PUT /bucket/key?partNumber=1`, oldest first. */
  readonly seen: readonly string[];
  /** Requests whose response has not been read to its end, and whose connection is open. */
  readonly unfinished: number;
  /** The next requests whose line matches fail, `times` of them (default: every one). Replaces the former rule. */
  fail(line: RegExp, fault: Fault, times?: number): void;
  /** No request fails any more. */
  heal(): void;
  stop(): Promise<void>;
}

/** Starts one in front of `target`, `http://host:port`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const seen: string[] = [];
  const unfinished = new Set<ServerResponse>();
  let failing: { line: RegExp; fault: Fault; times: number } | undefined;
  const nextFault = (line: string): Fault | undefined => {
    if (!failing?.line.test(line) || failing.times === 0) return undefined;
    failing.times -= 1;
    return failing.fault;
  };
  const server = createServer((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    seen.push(line);
    unfinished.add(response.once('close', () => unfinished.delete(response)));
    handle(request, response, { target, fault: nextFault(line) }).catch(() => response.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get unfinished() {
      return unfinished.size;
    },
    fail(line, fault, times = Infinity) {
      failing = { line, fault, times };
    },
    heal() {
      failing = undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { target, fault }: { target: string; fault: Fault | undefined },
): Promise<void> {
  const body = await buffer(request);
  if (fault === 'silence') return;
  if (fault !== undefined && fault in STATUSES) {
    const error = `<Error><Code>${fault}</Code><Message>try again</Message></Error>`;
    response.writeHead(STATUSES[fault as keyof typeof STATUSES], { 'Content-Type': 'application/xml' }).end(error);
    return;
  }
  if (fault === 'early answer') {
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end('<Result></Result>');
    await delay(EARLY_MS);
  }
  const answer = await handOn(request, body, target);
  const bytes = await buffer(answer);
  if (fault === 'early answer') return;
  if (fault === 'lost answer') {
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode!, answer.rawHeaders);
  if (fault === 'half an answer') response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  else response.end(bytes);
}

/** Passes a request on with its headers as they came: Host is part of the signature. */
function handOn({ method, url, rawHeaders }: IncomingMessage, body: Buffer, target: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    ask(new URL(url!, target), { method, headers: rawHeaders }, resolve).on('error', reject).end(body);
  });
}
