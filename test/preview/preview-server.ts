import { serve, temporaryFolder } from '#libs/testing';
import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fileOf } from '../gallery/render-exhibit.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};

/** A site with the preview: its bundle, the shipped fonts, the files of samples and gallery, and a page. */
export interface PreviewSite {
  /** URL of the empty page. */
  readonly url: string;
  /** The address of the files that documents name. */
  readonly media: string;
  /** The paths that pages have asked for, in order. */
  readonly asked: readonly string[];
  /** Bytes that pages have posted, by name. */
  readonly posted: ReadonlyMap<string, Uint8Array>;
  /** Resolves when a page asks for a file below `/held/`, which is answered once {@link release} was called. */
  readonly held: Promise<string>;
  release(): void;
  /** Paths that are not found; none at first. */
  without: RegExp | undefined;
  stop(): Promise<void>;
}

/** Bundles what `npm test` has compiled, and serves it. @param page its HTML */
export async function startPreviewSite(page: string): Promise<PreviewSite> {
  const bundle = await bundlePreview();
  const asked: string[] = [];
  const posted = new Map<string, Uint8Array>();
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: held, resolve: holds } = Promise.withResolvers<string>();
  const site: Pick<PreviewSite, 'without'> = { without: undefined };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url!, 'http://site');
    asked.push(pathname);
    if (site.without?.test(pathname)) throw new Error('not found');
    const [, folder, ...rest] = pathname.split('/');
    const name = rest.join('/');
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      posted.set(name, Buffer.concat(chunks));
      response.end();
    } else if (folder === '') response.setHeader('Content-Type', 'text/html').end(page);
    else if (folder === 'fonts') {
      response.end(await readFile(path.join(ROOT, 'dist/fonts', name)));
    } else if (folder === 'media') response.end(await readFile(mediaFile(name)));
    else if (folder === 'held') {
      holds(name);
      await released;
      response.end(await readFile(mediaFile(name)));
    } else response.setHeader('Content-Type', TYPES[path.extname(name)]!).end(await readFile(path.join(bundle, name)));
  };
  const server = await serve((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });
  const { url } = server;
  return Object.assign(site, {
    url: `${url}/`,
    media: `${url}/media/`,
    asked,
    posted,
    held,
    release: () => release(undefined),
    stop: () => server.stop(),
  });
}

/** Makes the files that a browser loads. @returns their folder */
export async function bundlePreview(): Promise<string> {
  const folder = temporaryFolder('preview');
  const program = path.join(ROOT, 'libs/preview/bundle.mjs');
  await promisify(execFile)(process.execPath, [program, path.join(ROOT, 'dist'), folder]);
  return folder;
}

/** A file of a sample or of the gallery. */
export function mediaFile(name: string): string {
  const [folder, file] = name.split('/');
  return folder === 'sample' ? path.join(ROOT, 'apps/local/sample', path.basename(file!)) : fileOf(name);
}
