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

/** Makes what an organization needs to push every kind of work. Its one video costs a credit. */
export async function arrivePusher(system: TestSystem, key: string, hangingUrl: string): Promise<Pusher> {
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
  const modifications = showing(`${hangingUrl}/watched.png`) as Modifications;
  const video = await unwrap(
    client.POST('/videos', { body: { template_id: photo, format: 'mp4', test: true, modifications } }),
  );
  const archiveFile = join(temporaryFolder('archive'), 'template.zip');
  writeFileSync(archiveFile, await exported(system, key));
  const { baseUrl } = system;
  return { baseUrl, key, templates: { short, slow, photo }, previewTokens, video: video.id, hangingUrl, archiveFile };
}

/** A template that shows a picture of four megabytes. */
async function exported(system: TestSystem, key: string): Promise<Buffer> {
  const body = noise({ width: 1_280, height: 800 });
  const send = (path: string, type: string, bytes: Buffer<ArrayBuffer> | string) =>
    system.fetch(path, { method: 'POST', key, headers: { 'content-type': type }, body: bytes });
  const { url } = (await (await send('/assets', 'image/png', body)).json()) as { url: string };
  const document = JSON.stringify(PHOTO).replace('https://example.com/', url);
  const { id } = (await (await send('/templates', 'application/json', document)).json()) as { id: string };
  return Buffer.from(await (await system.fetch(`/templates/${id}/export`, { key })).arrayBuffer());
}
