import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Agent, type Dispatcher, request } from 'undici';
import { errnoOf } from '#libs/errors';
import { checkUrl, type UrlRules } from './check-url.js';
import { FetchError, startClock, toFetchError } from './fetch-error.js';

export interface FetchLimits {
  maxBytes: number;
  /** Time for redirects, headers and body together, ms. */
  timeoutMs: number;
  /**
   * Time within which at least {@link STALL_BYTES} must arrive, ms; otherwise the download is given up. Default: no
   * limit.
   */
  stallMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes as they arrive; a FetchError that it throws ends the download. */
  onBytes?: (bytes: number) => void;
}

export interface FetchedFile {
  bytes: number;
  /** Hex SHA-256 of the content. */
  sha256: string;
  /** The server's Content-Type, lower-case and without parameters; '' if absent. Do not trust it: inspect the bytes. */
  contentType: string;
}

/**
 * Least bytes of a download in each such time: a server that sends some now and then must not hold up the waiting work.
 */
const STALL_BYTES = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Framewright/1 (asset fetch)' };

/**
 * Downloads a caller's URL into a new file. Follows at most 3 redirects, each checked like the first URL and never from
 * https to http. Counts bytes as they arrive, whatever Content-Length states, and decompresses nothing: a compressed
 * response is refused. A failed download leaves no file.
 *
 * @throws FetchError that states the failure of the URL, or the file system's error
 */
export async function fetchToFile(
  target: { url: string; path: string },
  limits: FetchLimits,
  door: { agent: Agent; rules: UrlRules },
): Promise<FetchedFile> {
  const { signal: over, bounds } = startClock(limits);
  using progress = new Progress(limits.stallMs);
  const signal = AbortSignal.any([over, progress.stalled]);
  const onBytes = (bytes: number) => {
    progress.add(bytes);
    limits.onBytes?.(bytes);
  };
  try {
    const answer = await follow(target.url, door, signal);
    return await save(answer, target.path, { ...limits, onBytes }, signal);
  } catch (error) {
    // A full disk or an existing file is not a failure of the URL.
    if ((error as NodeJS.ErrnoException).path === target.path) throw error;
    throw over.aborted ? toFetchError(error, bounds) : toFetchError(progress.failure ?? error, bounds);
  }
}

/** Watches whether a download continues. */
class Progress implements Disposable {
  private readonly stall = new AbortController();
  private readonly timer: NodeJS.Timeout | undefined;
  private recentBytes = 0;

  constructor(stallMs: number | undefined) {
    if (stallMs === undefined) return;
    const message = `sent less than ${STALL_BYTES / 1_000} kB within ${stallMs / 1_000} s`;
    this.timer = setInterval(() => {
      if (this.recentBytes < STALL_BYTES) this.stall.abort(new FetchError('TIMED_OUT', message));
      this.recentBytes = 0;
    }, stallMs);
  }

  /** Aborted when the download stalls. */
  get stalled(): AbortSignal {
    return this.stall.signal;
  }

  /** The reason why the download was ended; undefined if it did not stall. */
  get failure(): FetchError | undefined {
    return this.stall.signal.reason as FetchError | undefined;
  }

  add(bytes: number): void {
    this.recentBytes += bytes;
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }
}

async function follow(
  start: string,
  door: { agent: Agent; rules: UrlRules },
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let url = checkHop(start, null, door.rules);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(url, { dispatcher: door.agent, headers: HEADERS, signal });
    if (!REDIRECTS.has(answer.statusCode)) return answer;
    answer.body.on('error', () => undefined).destroy();
    const { location } = answer.headers;
    if (typeof location !== 'string') throw new FetchError('BAD_ANSWER', 'redirects to nowhere');
    url = checkHop(location, url, door.rules);
  }
  throw new FetchError('BAD_ANSWER', `redirects more than ${MAX_REDIRECTS} times`);
}

function checkHop(location: string, from: URL | null, rules: UrlRules): URL {
  const absolute = from === null ? location : (URL.parse(location, from.href)?.href ?? '');
  const checked = checkUrl(absolute, rules);
  const whose = from === null ? '' : 'redirects to an address that is refused: ';
  if (!checked.ok) throw new FetchError('URL_REFUSED', whose + checked.fault.message);
  if (from?.protocol === 'https:' && checked.url.protocol === 'http:') {
    throw new FetchError('URL_REFUSED', 'redirects from https to http');
  }
  return checked.url;
}

async function save(
  answer: Dispatcher.ResponseData,
  path: string,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<FetchedFile> {
  try {
    refuseUnusable(answer, limits.maxBytes);
    const { bytes, sha256 } = await write(answer.body, path, limits, signal);
    const [contentType = ''] = String(answer.headers['content-type'] ?? '').split(';');
    return { bytes, sha256, contentType: contentType.trim().toLowerCase() };
  } finally {
    answer.body.on('error', () => undefined).destroy();
  }
}

function refuseUnusable(answer: Dispatcher.ResponseData, maxBytes: number): void {
  const { statusCode: status, headers } = answer;
  if (status !== 200) throw new FetchError('BAD_ANSWER', `responded with status ${status}`, { status });
  if (!['', 'identity'].includes(String(headers['content-encoding'] ?? ''))) {
    throw new FetchError('BAD_ANSWER', 'responded with a compressed body');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

async function write(body: Readable, path: string, { maxBytes, onBytes }: FetchLimits, signal: AbortSignal) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      onBytes?.(chunk.length);
      hash.update(chunk);
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: 'wx' });
  try {
    await pipeline(body, count, file, { signal });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') await rm(path, { force: true });
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function tooLarge(maxBytes: number): FetchError {
  return new FetchError('TOO_LARGE', `is larger than ${maxBytes} bytes`);
}
