import { realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { CliError, EXIT } from '../cli-error.js';
import { errnoOf } from '#libs/errors';
import { indexPackage, type IndexedPackage, SHIPPED_PACKAGES } from '#libs/frames';
import { isOwnRequest, partsBelow } from './dev-requests.js';
import {
  besideProgram,
  EventPages,
  FILE_TYPE,
  Refused,
  refused,
  type Route,
  sendFile,
  sendJson,
  textOf,
} from './http-exchange.js';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; connect-src 'self' https: http: data:; img-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};
const MAX_BODY_CHARACTERS = 1_000;
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
  /** Further answers, by the first part of the path. */
  routes?: Readonly<Record<string, Route>> | undefined;
}

/** Serves the page on this machine only. @throws CliError for a port that is taken */
export async function servePage({ port, folder, onFile, still, routes: further }: PageOptions): Promise<PageServer> {
  const pages = new EventPages();
  let latest = '';
  const routes: Readonly<Record<string, Route>> = {
    ...further,
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
      pages.add(response);
      pages.send(latest, [response]);
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
    const answer = Object.hasOwn(routes, route) ? routes[route]! : refused;
    const answered = async () => answer(rest.join('/'), { request, response }); // some refuse at once
    answered().catch((error: unknown) => refuse(response, error));
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    send: (text) => {
      latest = text;
      pages.send(text);
    },
    [Symbol.asyncDispose]: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else if (error instanceof CliError) response.writeHead(422).end(error.message);
  else if (error instanceof Refused || errnoOf(error) !== undefined) response.writeHead(NOT_FOUND).end();
  else response.writeHead(500).end(String(error));
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
  sendJson(response, index);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') return refused();
  try {
    return JSON.parse(await textOf(request, MAX_BODY_CHARACTERS)) as unknown;
  } catch {
    return refused();
  }
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
