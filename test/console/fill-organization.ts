import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { unwrap } from '#libs/client';
import { eventually, serve, startReceiver, type TestSystem } from '#libs/testing';
import { createVideo, untilEnded } from '../e2e/steps.js';

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A text in a color of the brand. */
const PRICE = {
  width: 320,
  height: 180,
  layers: [{ name: 'amount', type: 'text', text: '9.90', text_color: '{{brand.colors.primary}}' }],
};

/** The ids of what an organization has, one of each kind. */
export interface Filled {
  readonly organization: string;
  readonly template: string;
  readonly video: string;
  readonly batch: string;
  readonly webhook: string;
  readonly delivery: string;
  /** Ends the wait for a picture, which keeps videos in the queue until then; they fail. */
  endQueue(): Promise<void>;
  stop(): Promise<void>;
}

/** Gives the organization of the test's key one of everything that the console shows. */
export async function fillOrganization(system: TestSystem, owner: Page): Promise<Filled> {
  const { client } = system;
  const [pictures, receiver] = await Promise.all([servePictures(), startReceiver()]);
  await system.fetch('/assets?name=dot.png', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: DOT,
  });
  await owner.request.post(`${system.baseUrl}/invitations`, {
    data: { email: 'grace@example.com', role: 'viewer' },
    headers: { origin: new URL(system.baseUrl).origin },
  });
  const brand = { colors: { primary: '#0f766e' }, fonts: { headline: 'Inter' }, revision: 0 };
  await unwrap(client.PUT('/brand', { body: brand }));
  await system.call('POST', '/components', { name: 'price', component: PRICE });
  const events = ['video.finished', 'video.failed'] as const;
  const webhook = await unwrap(client.POST('/webhooks', { body: { url: receiver.url, events: [...events] } }));
  const template = await unwrap(client.POST('/templates', { body: greeting(`${pictures.url}/dot.png`) }));
  const rows = [
    { '1.title.text': 'Hello, Ada', 'video.metadata': 'order 1', 'video.webhook_url': `${receiver.url}/1` },
    { '1.photo.source_url': `${pictures.url}/slow.png`, 'video.metadata': 'order 2' },
  ];
  const order = { template_id: template.id, format: 'mp4', name: 'Spring offers', rows } as const;
  const batch = await unwrap(client.POST('/batches', { body: order }));
  const pages = [{ number: 1, layers: [{ name: 'photo', source_url: `${pictures.url}/slow.png` }] }];
  const { id: last } = await createVideo(system, { template_id: template.id, format: 'mp4', pages });
  const { data: videos } = await unwrap(client.GET('/videos', { params: { query: { batch_id: batch.id } } }));
  const video = videos.find(({ batch_row }) => batch_row === 1)!;
  await untilEnded(system, video.id);
  const path = { webhook_id: webhook.id };
  const delivery = await eventually(async () => {
    const { data } = await unwrap(client.GET('/webhooks/{webhook_id}/deliveries', { params: { path } }));
    return data.find(({ status }) => status === 'succeeded') ?? false;
  });
  return {
    organization: system.orgId,
    template: template.id,
    video: video.id,
    batch: batch.id,
    webhook: webhook.id,
    delivery: delivery.id,
    async endQueue() {
      pictures.refuse();
      await untilEnded(system, last);
    },
    async stop() {
      await Promise.all([pictures.stop(), receiver.stop()]);
    },
  };
}

/** Two layers of a second. */
function greeting(picture: string) {
  const title = { name: 'title', type: 'text', text: 'Hello', font_size: 40 } as const;
  const photo = { name: 'photo', type: 'image', source_url: picture, width: 60, height: 60 } as const;
  return { name: 'Greeting', width: 320, height: 180, pages: [{ number: 1, duration: 1, layers: [title, photo] }] };
}

/** Serves a picture, and one whose request stays open until it is refused. */
async function servePictures() {
  const waiting: ServerResponse[] = [];
  let isRefused = false;
  const refuse = () => {
    isRefused = true;
    for (const response of waiting.splice(0)) response.writeHead(404).end();
  };
  const server = await serve((request, response) => {
    if (request.url === '/dot.png') response.writeHead(200, { 'content-type': 'image/png' }).end(DOT);
    else {
      waiting.push(response);
      if (isRefused) refuse();
    }
  });
  return { ...server, refuse };
}
