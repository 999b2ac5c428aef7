import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { shippedFontList } from '#libs/contracts';
import { isPlainObject } from '#libs/template';
import { CliError } from '../cli-error.js';
import { parseJson } from '../documents/json-file.js';
import { type EditedFile, Outdated } from './edited-file.js';
import {
  besideProgram,
  EventPages,
  type Exchange,
  refused,
  type Route,
  sendFile,
  sendJson,
  textOf,
} from './http-exchange.js';

/** Most characters of a request's body. No file of a template may have as many. */
const MAX_BODY_CHARACTERS = 6_000_000;
/** Time between two looks at the file beside those after its changes, ms. */
const REPORT_MS = 2_000;
const PAGE = 'templates/file/edit';
const ID = '00000000-0000-4000-8000-000000000000';
/** The session of the editor's user. */
const SESSION = {
  user: { id: ID, name: 'You', email: '', operator: false },
  organization: { id: ID, name: 'This machine' },
  organizations: [],
  role: 'owner',
  maintenance: null,
  expires_at: '9999-12-31T00:00:00.000Z',
};
const BRAND = { colors: {}, fonts: {}, logos: {}, sounds: {}, revision: 0, drafts: 0, templates: 0 };

interface EditorOptions {
  file: EditedFile;
  /** Draws a frame as `POST /v1/frames` asks for it. */
  frame: (asked: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<Buffer>;
}

/** The console's editor for one file: its page, and the operations of the API that it uses. */
export interface EditorRoutes extends Disposable {
  /** Path of the address that opens the editor. Who does not have it can neither read nor write the file. */
  readonly entrance: string;
  readonly routes: Readonly<Record<string, Route>>;
  /** Has the editor look at the file. */
  changed(): void;
}

export function editorRoutes({ file, frame }: EditorOptions): EditorRoutes {
  const secret = randomBytes(24).toString('base64url');
  // A browser sends cookies to all ports of a host: each run has a name of its own.
  const cookie = `framewright_${randomBytes(4).toString('hex')}`;
  const reports = openReports(file);
  const api: Readonly<Record<string, Operation>> = {
    ...operations(file, frame),
    'GET reports': ({ response }) => reports.add(response),
  };
  const isLetIn = ({ request }: Exchange) => (request.headers.cookie ?? '').split('; ').includes(`${cookie}=${secret}`);
  return {
    entrance: `edit/${secret}`,
    routes: {
      edit: (given, { response }) => {
        if (given !== secret) return refused();
        const cookies = `${cookie}=${secret}; Path=/; HttpOnly; SameSite=Strict`;
        response.writeHead(303, { 'Set-Cookie': cookies, Location: `/editor/${PAGE}` }).end();
        return Promise.resolve();
      },
      editor: (rest, { response }) => sendFile(response, besideProgram('editor', rest === PAGE ? 'alone.html' : rest)),
      v1: async (rest, exchange) => {
        const { request, response } = exchange;
        const name = `${request.method} ${rest}`;
        if (!isLetIn(exchange)) sendError(response, 403, 'The address that framewright printed opens the editor');
        else if (!Object.hasOwn(api, name)) sendError(response, 404, 'This editor has no such operation');
        else await api[name]!(exchange).catch((error: unknown) => sendFailure(response, error));
      },
    },
    changed: reports.send,
    [Symbol.dispose]: reports.end,
  };
}

type Operation = (exchange: Exchange) => Promise<void>;

function operations(file: EditedFile, frame: EditorOptions['frame']): Readonly<Record<string, Operation>> {
  const answer =
    (value: () => unknown): Operation =>
    async ({ response }) =>
      sendJson(response, await value());
  return {
    'GET session': answer(() => SESSION),
    'GET brand': answer(() => BRAND),
    'GET fonts': answer(shippedFontList),
    'GET template-schema': ({ response }) => sendFile(response, besideProgram('editor', 'template-schema.json')),
    'GET templates/file/draft': answer(() => file.draft()),
    'PUT templates/file/draft': async (exchange) => {
      const { document, revision } = await bodyOf(exchange);
      if (!isPlainObject(document)) return refused();
      sendJson(exchange.response, await file.save(document, revision));
    },
    'POST frames': async (exchange) => {
      const { response } = exchange;
      const asked = await bodyOf(exchange);
      const left = new AbortController();
      response.once('close', () => left.abort());
      const picture = await frame(asked, left.signal);
      response.writeHead(200, { 'Content-Type': 'image/webp' }).end(picture);
    },
  };
}

async function bodyOf({ request }: Exchange): Promise<Record<string, unknown>> {
  const { value } = parseJson(await textOf(request, MAX_BODY_CHARACTERS), 'The request');
  return isPlainObject(value) ? value : refused();
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (error instanceof Outdated) sendError(response, 409, error.message);
  else if (error instanceof CliError) sendError(response, 422, error.message);
  else throw error;
}

/** An error as the API has it. */
function sendError(response: ServerResponse, status: 403 | 404 | 409 | 422, message: string): void {
  const codes = { 403: 'FORBIDDEN', 404: 'NOT_FOUND', 409: 'CONFLICT', 422: 'VALIDATION_ERROR' } as const;
  sendJson(response, { error: { code: codes[status], message } }, status);
}

/** Reports the state of the file to every page. */
function openReports(file: EditedFile) {
  const pages = new EventPages();
  const report = async (): Promise<string> => JSON.stringify(await file.report());
  const send = () =>
    void report()
      .then((text) => pages.send(text))
      .catch(() => undefined); // the next report is soon
  const timer = setInterval(() => pages.count > 0 && send(), REPORT_MS);
  return {
    send,
    add: async (page: ServerResponse): Promise<void> => {
      pages.add(page);
      pages.send(await report(), [page]);
    },
    end: () => clearInterval(timer),
  };
}
