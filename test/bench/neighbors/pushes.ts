import { createReadStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** An organization that takes as much as it can. */
export interface Pusher {
  /** Address of the API, with its version. */
  readonly baseUrl: string;
  readonly key: string;
  /**
   * Ids of templates: half a second of one word; one whose frames take Skia longer than a frame may; one with a
   * picture.
   */
  readonly templates: { readonly short: string; readonly slow: string; readonly photo: string };
  /** Tokens that show a template of 900 kB. */
  readonly previewTokens: readonly string[];
  /** A video of its own that does not end. */
  readonly video: string;
  /** A server that never answers. */
  readonly hangingUrl: string;
  /** Path of an exported template of some megabytes. */
  readonly archiveFile: string;
  /** Path of the PNG in it. */
  readonly pictureFile: string;
}

/** The requests with which an organization pushes one kind of shared work. */
export interface Push {
  /** Requests that are open at once. Each is followed by the next one, after `Retry-After` where it is refused. */
  readonly callers: number;
  /** Whether the organization has credits. Default: it has none. */
  readonly isPaid?: true;
  readonly request: (pusher: Pusher, number: number) => PushedRequest;
}

export interface PushedRequest {
  readonly method: 'GET' | 'POST';
  /** Below `baseUrl`. */
  readonly path: string;
  /** The key to use instead of the organization's. */
  readonly key?: string;
  readonly type?: string;
  readonly body?: string | AsyncIterable<Uint8Array>;
}

const ROWS = 10_000;
/** A body with as many values as it may have. */
const MANY_VALUES = `"mapping":{"c0":"1.title.text"},"rows":${JSON.stringify(
  Array.from({ length: ROWS }, () => Object.fromEntries(Array.from({ length: 27 }, (_, n) => [`c${n}`, n]))),
)}`;
const MANY_ROWS = `"rows":${JSON.stringify(Array.from({ length: ROWS }, (_, n) => ({ '1.title.text': `Row ${n}` })))}`;
/** Bytes of a piece of a body that is sent slowly, and the pause after it. */
const PIECE_BYTES = 1_024;
const PIECE_MS = 500;

/** Every kind of shared work. `npm run bench -- neighbors <kind>…` */
export const PUSHES = {
  bodies: { callers: 60, request: ({ templates }) => batch('/batches/validate', templates.short, MANY_VALUES) },
  batches: { callers: 40, request: ({ templates }) => batch('/batches', templates.short, MANY_ROWS) },
  'checks-of-batches': {
    callers: 40,
    request: ({ templates }) => batch('/batches/validate', templates.short, MANY_ROWS),
  },
  'checks-of-videos': { callers: 40, request: (pusher, number) => hanging('/videos/validate', pusher, number) },
  frames: { callers: 40, request: ({ templates }) => post('/frames', { template_id: templates.slow, format: 'png' }) },
  'frames-of-hanging-files': { callers: 40, request: (pusher, number) => hanging('/frames', pusher, number) },
  csv: {
    callers: 40,
    request: ({ templates, hangingUrl }, number) => {
      const csv_url = `${hangingUrl}/${number}.csv`;
      return post('/batches/validate', { template_id: templates.short, format: 'mp4', csv_url });
    },
  },
  imports: { callers: 20, request: ({ archiveFile }) => upload('/templates/import', createReadStream(archiveFile)) },
  'slow-imports': {
    callers: 40,
    request: ({ archiveFile }) => upload('/templates/import', slowly(archiveFile)),
  },
  previews: {
    callers: 60,
    request: ({ previewTokens: tokens }, number) => {
      return { method: 'GET', path: '/preview', key: tokens[number % tokens.length]! };
    },
  },
  events: { callers: 600, request: ({ video }) => ({ method: 'GET', path: `/videos/${video}/events` }) },
  uploads: {
    callers: 60,
    request: ({ pictureFile }) => upload('/assets', slowly(pictureFile), 'image/png'),
  },
  'test-videos': {
    callers: 20,
    request: ({ templates }) => post('/videos', { template_id: templates.slow, format: 'mp4', test: true }),
  },
  'paid-videos-that-hang': {
    callers: 20,
    isPaid: true,
    request: ({ templates }) => post('/videos', { template_id: templates.slow, format: 'mp4' }),
  },
  'paid-videos-of-hanging-files': {
    callers: 20,
    isPaid: true,
    request: (pusher, number) => hanging('/videos', pusher, number),
  },
  'webhooks-that-hang': {
    callers: 10,
    isPaid: true,
    request: ({ templates }) => post('/videos', { template_id: templates.short, format: 'gif' }),
  },
} as const satisfies Record<string, Push>;

export type PushName = keyof typeof PUSHES;

function post(path: string, body: object): PushedRequest {
  return { method: 'POST', path, type: 'application/json', body: JSON.stringify(body) };
}

/** @param rows with their name, as JSON */
function batch(path: string, template: string, rows: string): PushedRequest {
  const body = `{"template_id":"${template}","format":"mp4",${rows}}`;
  return { method: 'POST', path, type: 'application/json', body };
}

/** A request for work that needs a file of a server that never answers. */
function hanging(path: string, { templates, hangingUrl }: Pusher, number: number): PushedRequest {
  const modifications = showing(`${hangingUrl}/${number}.png`);
  return post(path, { template_id: templates.photo, modifications, ...(path === '/frames' ? {} : { format: 'mp4' }) });
}

/** Modifications of the template `photo`. */
export function showing(source_url: string): { pages: object[] } {
  return { pages: [{ number: 1, layers: [{ name: 'picture', source_url }] }] };
}

function upload(path: string, body: AsyncIterable<Uint8Array>, type = 'application/zip'): PushedRequest {
  return { method: 'POST', path, type, body };
}

async function* slowly(file: string): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
    yield piece as Buffer;
    await delay(PIECE_MS);
  }
}
