import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient, type TemplateDocument, unwrap, type VideoRequest } from '#libs/client';
import { type TestSystem, temporaryFolder } from '#libs/testing';
import { noise } from '../../e2e/new-customer.ts';
import { SHORT, SLOW } from '../../e2e/steps.ts';
import { type Pusher, showing } from './pushes.ts';

type Modifications = NonNullable<VideoRequest['modifications']>;

const PREVIEW_TOKENS = 20;
const SIZE = { width: 64, height: 64 };

const PHOTO = {
  name: 'Photo',
  ...SIZE,
  pages: [
    { number: 1, duration: 0.5, layers: [{ name: 'picture', type: 'image', source_url: 'https://example.com/' }] },
  ],
};

/** About 900 kB. */
const LARGE = {
  name: 'Large',
  ...SIZE,
  pages: Array.from({ length: 10 }, (_, page) => ({
    number: page + 1,
    duration: 1,
    layers: Array.from({ length: 18 }, (_unused, n) => ({
      ...{ name: `text ${n}`, type: 'text', text: 'large '.repeat(830) },
    })),
  })),
};

/** Creates the templates, preview tokens and files with which an organization pushes. */
export async function arrivePusher(
  system: TestSystem,
  key: string,
  hangingUrl: string,
): Promise<Omit<Pusher, 'video'>> {
  const client = createApiClient({ baseUrl: system.baseUrl, apiKey: key });
  const create = async (document: object): Promise<string> =>
    (await unwrap(client.POST('/templates', { body: document as TemplateDocument }))).id;
  const [short, slow, photo, large] = [
    await create(SHORT),
    await create(SLOW),
    await create(PHOTO),
    await create(LARGE),
  ];
  const previewTokens: string[] = [];
  while (previewTokens.length < PREVIEW_TOKENS) {
    previewTokens.push((await unwrap(client.POST('/preview-tokens', { body: { template_id: large } }))).token);
  }
  const folder = temporaryFolder('pusher');
  const [archiveFile, pictureFile] = [join(folder, 'template.zip'), join(folder, 'picture.png')];
  const picture = noise({ width: 1_280, height: 800 });
  writeFileSync(pictureFile, picture);
  writeFileSync(archiveFile, await exported(system, key, picture));
  const { baseUrl } = system;
  return { baseUrl, key, templates: { short, slow, photo }, previewTokens, hangingUrl, archiveFile, pictureFile };
}

/** A template that shows a picture of four megabytes. */
async function exported(system: TestSystem, key: string, picture: Buffer<ArrayBuffer>): Promise<Buffer> {
  const send = (path: string, type: string, bytes: Buffer<ArrayBuffer> | string) =>
    system.fetch(path, { method: 'POST', key, headers: { 'content-type': type }, body: bytes });
  const { url } = (await (await send('/assets', 'image/png', picture)).json()) as { url: string };
  const document = JSON.stringify(PHOTO).replace('https://example.com/', url);
  const { id } = (await (await send('/templates', 'application/json', document)).json()) as { id: string };
  return Buffer.from(await (await system.fetch(`/templates/${id}/export`, { key })).arrayBuffer());
}

/** Creates a free video that shows a file which never arrives. It ends when the file is given up. @returns its id */
export async function watchedVideo({ baseUrl, key, templates, hangingUrl }: Omit<Pusher, 'video'>): Promise<string> {
  const client = createApiClient({ baseUrl, apiKey: key });
  const modifications = showing(`${hangingUrl}/watched.png`) as Modifications;
  const body = { template_id: templates.photo, format: 'mp4', test: true, modifications } as const;
  return (await unwrap(client.POST('/videos', { body }))).id;
}
