import type { ApiClient } from './client.js';
import { fileStream } from './file-stream.js';
import { FramewrightError } from './framewright-error.js';
import { pause } from './pause.js';
import { readChunks } from './read-chunks.js';
import { responseError } from './response-error.js';

/** The path of a file, or a stream that is closed at the end. */
export type DownloadTarget = string | WritableStream<Uint8Array>;

/** Result of a download: its bytes, unless they went elsewhere. */
export type Downloaded<To> = To extends undefined ? Uint8Array : undefined;

export interface DownloadOptions<To extends DownloadTarget | undefined = DownloadTarget | undefined> {
  /** Default: memory. A path needs Node. */
  to?: To;
  signal?: AbortSignal;
}

/** Time without a byte after which a connection is considered broken, ms. */
const IDLE_MS = 30_000;
/** Number of connections in a row that broke without delivering a byte. */
const MAX_FRUITLESS = 5;
const DELAY_MS = 1_000;

/**
 * Downloads a `video_url` or `poster_url`. A broken download is continued where it stopped.
 * @throws FramewrightError; the signal's reason; an error of the file or stream
 */
export async function download<To extends DownloadTarget | undefined = undefined>(
  client: ApiClient,
  url: string,
  { to, signal = new AbortController().signal }: DownloadOptions<To> = {},
): Promise<Downloaded<To>> {
  const chunks = fileChunks(client, url, signal);
  return (await (to === undefined ? collect(chunks) : write(chunks, to))) as Downloaded<To>;
}

async function write(chunks: AsyncIterable<Uint8Array>, to: DownloadTarget): Promise<void> {
  const writer = (typeof to === 'string' ? await fileStream(to) : to).getWriter();
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined); // the stream may be what failed
    throw error;
  }
}

async function collect(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The bytes of a file that never changes, each of them once, over as many connections as it takes. */
async function* fileChunks(
  client: ApiClient,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let received = 0;
  for (let fruitless = 0; ; fruitless++) {
    const headers: Record<string, string> = received > 0 ? { Range: `bytes=${received}-` } : {};
    const response = await client.fetch(new Request(url, { headers, signal }), { streamed: true });
    if (response.status === 416 && received > 0) return; // nothing was missing
    if (!response.ok) throw responseError(response, await response.json().catch(() => undefined));
    let known = response.status === 206 ? 0 : received;
    try {
      for await (const chunk of readChunks(response, IDLE_MS, signal)) {
        const added = chunk.subarray(Math.min(known, chunk.length));
        known -= chunk.length - added.length;
        if (added.length === 0) continue;
        received += added.length;
        fruitless = 0;
        yield added;
      }
      return;
    } catch (cause) {
      signal.throwIfAborted();
      const broken = `${url}: the connection broke after ${received} bytes`;
      if (fruitless === MAX_FRUITLESS) throw new FramewrightError(broken, { code: 'NO_RESPONSE', cause });
    }
    await pause(DELAY_MS, signal);
  }
}
