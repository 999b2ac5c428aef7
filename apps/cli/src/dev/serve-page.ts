import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { CliError, EXIT } from '../cli-error.js';
import { errnoOf } from '#libs/errors';
import { indexPackage, type IndexedPackage, SHIPPED_PACKAGES } from '#libs/frames';
import { isOwnRequest, partsBelow } from './dev-requests.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
/** Nothing of the template's folder is a program or a page. */
const FILE_TYPE = 'application/octet-stream';
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'unsafe-inline'; connect-src 'self' https: http: data:; img-src blob:; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};
const MAX_BODY_BYTES = 1_000;
const NOT_FOUND = 404;

/** The page's side of `dev`. */
export interface PageServer extends AsyncDisposable {
  readonly url: string;
  /** Sends a text to every page, and to those that come later, until the next text. */
  send(text: string): void;
}

interface PageOptions {
  /** 0: a free one. */
  port: number;
  /** The folder of the template. */
  folder: string;
  /** Called with each file of the folder that the page asks for; it need not exist. */
  onFile: (path: string) => void;
  /** Draws a frame; returns a PNG. */
  still: (asked: unknown) => Promise<Buffer>;
}

/** Serves the page on this machine only. @throws CliError for a port that is taken */
export async function servePage({ port, folder, onFile, still }: PageOptions): Promise<PageServer> {
  const pages = new Set<ServerResponse>();
  let latest = '';
  const routes: Readonly<Record<string, (rest: string, exchange: Exchange) => Promise<unknown>>> = {
    page: (rest, { response }) => sendFile(response, besideProgram('page', rest)),
    preview: (rest, { response }) => sendFile(response, besideProgram('preview', rest)),
    fonts: (rest, { response }) => sendFont(response, rest),
    files: async (rest, { response }) => {
      const path = join(folder, ...(partsBelow(rest.replace(/^\d+\//, '')) ?? refused()));
      onFile(path);
      const real = await realpath(path);
      return sendFile(response, real.startsWith(`${await realpath(folder)}${sep}`) ? real : refused(), FILE_TYPE);
    },
    events: (_rest, { response }) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(eventOf(latest));
      pages.add(response);
      response.once('close', () => pages.delete(response));
      return Promise.resolve();
    },
    still: async (_rest, { request, response }) => {
      const picture = await still(await bodyOf(request));
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture);
    },
  };
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isOwnRequest(request.headers)) return void response.writeHead(403).end('The page is for this machine only.');
    const [path = '/'] = (request.url ?? '/').split('?');
    const [, route = '', ...rest] = (path === '/' ? '/page/index.html' : path).split('/');
    const answer = Object.hasOwn(routes, route) ? routes[route]! : () => Promise.reject(new Refused());
    answer(rest.join('/'), { request, response }).catch((error: unknown) => refuse(response, error));
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    send: (text) => {
      latest = text;
      for (const page of pages) page.write(eventOf(text));
    },
    [Symbol.asyncDispose]: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

class Refused extends Error {}

function refused(): never {
  throw new Refused();
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else if (error instanceof CliError) response.writeHead(422).end(error.message);
  else if (error instanceof Refused || errnoOf(error) !== undefined) response.writeHead(NOT_FOUND).end();
  else response.writeHead(500).end(String(error));
}

/** A file of the package, beside the program as `bundle.mjs` writes it. */
function besideProgram(folder: string, name: string): string {
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(name)) return refused();
  return fileURLToPath(new URL(`./${folder}/${name}`, import.meta.url));
}

const packages = new Map<string, Promise<IndexedPackage>>();

/** `@fontsource/inter.json`, the index of a package of fonts, or a file that it names. */
async function sendFont(response: ServerResponse, rest: string): Promise<void> {
  const [, name = '', file] = /^(@[\w-]+\/[\w-]+)(?:\.json|\/([\w.-]+))$/.exec(rest) ?? [];
  if (!SHIPPED_PACKAGES.some((each) => each === name)) return refused();
  const known = packages.get(name) ?? indexPackage(name);
  packages.set(name, known);
  const { index, paths } = await known;
  if (file !== undefined) return sendFile(response, paths.get(file) ?? refused(), FILE_TYPE);
  response.setHeader('Content-Type', TYPES['.json']!).end(JSON.stringify(index));
}

async function sendFile(
  response: ServerResponse,
  path: string,
  type = TYPES[extname(path)] ?? FILE_TYPE,
): Promise<void> {
  const found = await stat(path);
  if (!found.isFile()) return refused();
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': found.size });
  await pipeline(createReadStream(path), response);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') return refused();
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > MAX_BODY_BYTES) return refused();
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refused();
  }
}

function eventOf(text: string): string {
  return `data: ${text}\n\n`; // JSON has no line breaks
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', () => resolve(undefined));
  await promise.catch((cause: unknown) => {
    const facts = { code: 'USAGE', cause };
    throw new CliError(`--port ${port} cannot be used: ${errnoOf(cause) ?? 'no reason'}`, EXIT.wrongInput, facts);
  });
}
