import { createCanvas } from '#libs/frames';
import { type ApiClient, createApiClient, type TemplateDocument, unwrap } from '#libs/client';
import { eventually, type TestOrganization } from '#libs/testing';
import { type CustomerRequest, customerRequests, videoRequest } from './customer-requests.ts';
import { movingDocument } from './steps.ts';

/** An organization that has stored something of every kind. */
export interface Customer {
  readonly requests: readonly CustomerRequest[];
  /** Creates a video of two seconds. */
  readonly createVideo: CustomerRequest;
}

const SIZE = { width: 320, height: 180 };
/** Size of a video whose file has megabytes: more than a connection buffers. */
const LARGE = { width: 1_280, height: 800 };

/** @returns its id, and a key that may read and write */
export async function newOrganization(system: TestOrganization, credits: number): Promise<{ id: string; key: string }> {
  const { id } = (await system.operator('organization', 'create', 'Customer')) as { id: string };
  const { key } = (await system.operator('key', 'create', id)) as { key: string };
  if (credits > 0) await system.operator('credits', 'grant', id, String(credits));
  return { id, key };
}

/**
 * Gives the organization of a key a finished video, a finished batch, uploaded files and a template that shows them. It takes
 * a few credits.
 *
 * @param hanging the URL of a server that never answers. A video with a picture of it can be watched; it takes a slot
 */
export async function newCustomer(system: TestOrganization, key: string, hanging?: string): Promise<Customer> {
  const client = createApiClient({ baseUrl: system.baseUrl, apiKey: key });
  const picture = noise(SIZE);
  const files = [await upload(system, key, picture), await upload(system, key, picture)];
  const large = await upload(system, key, noise(LARGE));
  const moving = await newTemplate(client, movingDocument(2, SIZE));
  const card = await newTemplate(client, cardOf(files));
  const made = await finishedWork(client, { moving, card });
  const archive = await system.fetch(`/templates/${card}/export`, { key });
  const watched = hanging === undefined ? undefined : await watchedVideo(client, `${hanging}/picture.png`);
  const stored = { card, watched, picture, archive: Buffer.from(await archive.arrayBuffer()) };
  const paths = { video: pathOf(made.videoUrl), poster: pathOf(made.posterUrl), upload: pathOf(large) };
  const requests = customerRequests({ ...stored, video: made.video, batch: made.batch, files: paths }, key);
  return { requests, createVideo: videoRequest(moving, key) };
}

async function newTemplate(client: ApiClient, document: object): Promise<string> {
  return (await unwrap(client.POST('/templates', { body: document as TemplateDocument }))).id;
}

/** A finished video of one template and a finished batch of another. */
async function finishedWork(client: ApiClient, { moving, card }: { moving: string; card: string }) {
  const { id: video } = await unwrap(client.POST('/videos', { body: { template_id: moving, format: 'mp4' } }));
  const rows = [{ '1.title.text': 'One' }, { '1.title.text': 'Two' }];
  const { id: batch } = await unwrap(client.POST('/batches', { body: { template_id: card, format: 'gif', rows } }));
  return eventually(
    async () => {
      const ofBatch = await unwrap(client.GET('/batches/{id}', { params: { path: { id: batch } } }));
      const { status, video_url, poster_url } = await unwrap(
        client.GET('/videos/{id}', { params: { path: { id: video } } }),
      );
      if (status !== 'COMPLETED' || ofBatch.status !== 'FINISHED') throw new Error(`${status}, ${ofBatch.status}`);
      return { video, batch, videoUrl: video_url, posterUrl: poster_url! };
    },
    { timeoutMs: 180_000, everyMs: 250 },
  );
}

async function watchedVideo(client: ApiClient, picture: string): Promise<string> {
  const template_id = await newTemplate(client, cardOf([picture]));
  return (await unwrap(client.POST('/videos', { body: { template_id, format: 'mp4' } }))).id;
}

/** @returns its URL */
async function upload(system: TestOrganization, key: string, body: Buffer): Promise<string> {
  const answer = await system.fetch('/assets', { method: 'POST', key, body, headers: { 'content-type': 'image/png' } });
  return ((await answer.json()) as { url: string }).url;
}

/** A card that shows pictures and a title. */
function cardOf(pictures: readonly string[]): object {
  const place = (index: number) => ({ x: `${index * 30}%`, width: '30%' });
  const layers = pictures.map((source_url, index) => ({
    name: `picture ${index}`,
    type: 'image',
    source_url,
    ...place(index),
  }));
  const title = { name: 'title', type: 'text', text: 'A card' };
  return { name: 'Card', ...SIZE, pages: [{ number: 1, duration: 0.5, layers: [...layers, title] }] };
}

/** A PNG that does not compress. */
export function noise({ width, height }: { width: number; height: number }): Buffer<ArrayBuffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  let state = 1;
  for (let at = 0; at < pixels.data.length; at += 1) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    pixels.data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  context.putImageData(pixels, 0, 0);
  return Buffer.from(canvas.toBuffer('image/png'));
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}
