import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
/** Nothing of the template's folder is a program or a page. */
export const FILE_TYPE = 'application/octet-stream';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Answers the requests below a first part of the path. @param rest of the path */
export type Route = (rest: string, exchange: Exchange) => Promise<unknown>;

/** A request that has no answer. */
export class Refused extends Error {}

export function refused(): never {
  throw new Refused();
}

/** A file of the package, beside the program as `bundle.mjs` writes it. */
export function besideProgram(folder: string, name: string): string {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return refused();
  return fileURLToPath(new URL(`./${folder}/${name}`, import.meta.url));
}

export async function sendFile(
  response: ServerResponse,
  path: string,
  type = TYPES[extname(path)] ?? FILE_TYPE,
): Promise<void> {
  const found = await stat(path);
  if (!found.isFile()) return refused();
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': found.size });
  await pipeline(createReadStream(path), response);
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': TYPES['.json'] }).end(JSON.stringify(value));
}

/** The text of the body of a request. */
export async function textOf(request: IncomingMessage, maxCharacters: number): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > maxCharacters) return refused();
  }
  return text;
}

/** Pages that follow a stream of events, each until it is closed. */
export class EventPages {
  readonly #pages = new Set<ServerResponse>();

  get count(): number {
    return this.#pages.size;
  }

  /** Begins the stream of a page. */
  add(page: ServerResponse): void {
    page.writeHead(200, { 'Content-Type': 'text/event-stream' });
    this.#pages.add(page);
    page.once('close', () => this.#pages.delete(page));
  }

  /** @param json without line breaks */
  send(json: string, to: Iterable<ServerResponse> = this.#pages): void {
    for (const page of to) page.write(`data: ${json}\n\n`);
  }
}
