import { createApiClient, unwrap } from '#libs/client';
import type { TestSystem } from '#libs/testing';
import type { Target } from './load.ts';

/** A request that either side is asked. */
export type SampleRequest = Omit<Target, 'origin'>;

const VIDEOS = 500;

/** A template and videos to ask for, with credits for all videos that can be ordered. */
export async function sampleRequests(system: TestSystem): Promise<{ get: SampleRequest; post: SampleRequest }> {
  await system.operator('credits', 'grant', system.orgId, '100000000');
  const client = createApiClient({ baseUrl: system.baseUrl, apiKey: system.apiKey });
  const layer = { name: 'title', type: 'text', text: 'Hello', font_size: 160, enter: { type: 'slide' } } as const;
  const document = { name: 'Hello', width: 1280, height: 720, pages: [{ number: 1, duration: 3, layers: [layer] }] };
  const { id: template_id } = await unwrap(client.POST('/templates', { body: document }));
  const pages = [{ number: 1, layers: [{ name: 'title', text: 'Hello, Ada' }] }];
  const body = { template_id, format: 'mp4', pages } as const;
  const ids: string[] = [];
  while (ids.length < VIDEOS) ids.push((await unwrap(client.POST('/videos', { body }))).id);
  const headers = { authorization: `Bearer ${system.apiKey}` };
  let next = 0;
  return {
    get: { method: 'GET', path: () => `/v1/videos/${ids[next++ % VIDEOS]!}`, headers, status: 200 },
    post: {
      method: 'POST',
      path: () => '/v1/videos',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      status: 202,
    },
  };
}
