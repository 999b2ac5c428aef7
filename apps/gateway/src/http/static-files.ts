import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Request, Response } from 'express';
import { errnoOf } from '#libs/errors';
import { isNotModified } from './conditional-get.js';
import { sendBody } from './send-body.js';

/** Content types by extension. A file of another kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
  m4a: 'audio/mp4',
  md: 'text/plain; charset=utf-8',
  pagefind: 'application/octet-stream',
  pf_fragment: 'application/octet-stream',
  pf_index: 'application/octet-stream',
  pf_meta: 'application/octet-stream',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

type Encoding = 'br' | 'gzip';
const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

export interface StaticFile {
  /** Path of the uncompressed file. */
  readonly path: string;
  readonly type: string;
  /** Whether the name carries a hash of the content, so that it never changes. */
  readonly isImmutable: boolean;
  /** Entity tag of the uncompressed content; absent if the name has its hash. */
  readonly etag?: string;
  /** Compressed copies beside the file. */
  readonly encodings: readonly Encoding[];
}

/** The files that the build put into a folder, known from the start: a request can name nothing else. */
export class StaticFiles {
  private files: ReadonlyMap<string, StaticFile> = new Map();

  /**
   * @param folder where `npm run build` puts them. Tests that run from the sources have none
   * @param isHashed whether a name, with `/` between folders, carries a hash of the content
   */
  constructor(
    folder: string,
    private readonly isHashed: (name: string) => boolean,
  ) {
    this.read(folder);
  }

  /** Replaces the known files by those of a folder. */
  read(folder: string): void {
    const names = new Set(namesBelow(folder));
    this.files = new Map(
      [...names].flatMap((name) => {
        const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
        if (type === undefined) return [];
        const path = join(folder, name);
        const encodings = (['br', 'gzip'] as const).filter((encoding) => names.has(name + ENDINGS[encoding]));
        const isImmutable = this.isHashed(name);
        return [[name, { path, type, isImmutable, encodings, ...(!isImmutable && { etag: etagOf(path) }) }] as const];
      }),
    );
  }

  /** @param name with `/` between folders, e.g. `assets/index-B1x.js` */
  find(name: string): StaticFile | undefined {
    return this.files.get(name);
  }
}

/**
 * Sends a file, compressed as the client takes it, or 304.
 *
 * @throws Error when the client goes away meanwhile
 */
export async function sendStaticFile(file: StaticFile, request: Request, response: Response): Promise<void> {
  response.vary('Accept-Encoding');
  if (file.etag !== undefined) response.set('ETag', file.etag);
  if (file.etag !== undefined && isNotModified(request, response)) {
    response.status(304).end();
    return;
  }
  const encoding = file.encodings.find((each) => request.acceptsEncodings(each) === each);
  const path = encoding === undefined ? file.path : file.path + ENDINGS[encoding];
  response.set({ 'Content-Type': file.type, 'Content-Length': String(statSync(path).size) });
  if (encoding) response.set('Content-Encoding', encoding);
  if (request.method === 'HEAD') response.end();
  else await sendBody(createReadStream(path), response);
}

/** A weak entity tag, because it stands for the compressed forms too. */
function etagOf(path: string): string {
  return `W/"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`;
}

function namesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll(sep, '/'),
      );
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}
