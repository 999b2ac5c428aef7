// Makes, reads and lists a video with the types that openapi-typescript made: in the copy that the test compiles, they
// stand in place of those of the client.
import createClient from 'openapi-fetch';
import type { components, paths } from '#libs/client';

const { BASE_URL, API_KEY, TEMPLATE } = process.env as Record<string, string>;
const client = createClient<paths>({ baseUrl: BASE_URL!, headers: { Authorization: `Bearer ${API_KEY}` } });

const body: components['schemas']['CreateVideoBody'] = { template_id: TEMPLATE!, format: 'mp4', fps: 24, test: true };
body.modifications = { variables: { title: 'Ada' } };
let { data: video } = await client.POST('/videos', { body });
const deadline = Date.now() + 90_000;
while (video!.status === 'PROCESSING' && Date.now() < deadline) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  ({ data: video } = await client.GET('/videos/{id}', { params: { path: { id: video!.id } } }));
}
const { data: list } = await client.GET('/videos', { params: { query: { limit: 100 } } });
const { response } = await client.POST('/videos', { body: { ...body, version: 1000 } });
const frame = await client.GET('/templates/{id}/frame', {
  params: { path: { id: TEMPLATE! } },
  parseAs: 'arrayBuffer',
});
const { data: webhook } = await client.POST('/webhooks', {
  body: { url: 'https://example.com/typescript', events: ['video.finished'], enabled: false },
});
const printed = JSON.stringify({
  id: video!.id,
  status: video!.status,
  fps: video!.fps,
  duration: video!.duration,
  isListed: list!.data.some(({ id }) => id === video!.id),
  refused: response.status,
  frame: new TextDecoder().decode(frame.data).slice(1, 4),
  secret: webhook!.secret.slice(0, 6),
});
process.stdout.write(`${printed}\n`);
