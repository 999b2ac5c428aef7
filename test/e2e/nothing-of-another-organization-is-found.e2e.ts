import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, movingDocument, registerWebhook } from './steps.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Operation {
  method: string;
  path: string;
  body?: object;
}

describe('nothing of another organization', () => {
  let system: TestSystem;
  let stranger: string;
  /** What the system's own organization has, by the step of the path before its id. */
  let things: Record<'templates' | 'videos' | 'batches' | 'webhooks' | 'deliveries' | 'assets', string>;
  /** Every operation of the document with an id in its path. */
  let operations: Operation[];

  beforeAll(async () => {
    system = await startSystem();
    const { id } = (await system.operator('organization', 'create', 'Stranger')) as { id: string };
    ({ key: stranger } = (await system.operator('key', 'create', id)) as { key: string });
    const templates = await createTemplate(system, movingDocument(20, { width: 640, height: 360 }));
    const { id: videos } = await createVideo(system, { template_id: templates, format: 'mp4' });
    const request = { template_id: templates, format: 'gif', rows: [{ 'video.metadata': 'one' }] };
    const { id: batches } = (await system.call('POST', '/batches', request)).body as { id: string };
    const { id: webhooks } = await registerWebhook(system, 'http://127.0.0.1:4000/hooks');
    const { id: deliveries } = (await system.call('POST', `/webhooks/${webhooks}/test`)).body as { id: string };
    const uploaded = await system.fetch('/assets', { method: 'POST', body: Buffer.from('GIF89a and more') });
    const { id: assets } = (await uploaded.json()) as { id: string };
    things = { templates, videos, batches, webhooks, deliveries, assets };
    operations = await readOperations();
  }, 120_000);

  afterAll(() => system.stop(), 60_000);

  async function readOperations(): Promise<Operation[]> {
    type Described = { security?: object[]; requestBody?: { content: Record<string, { example?: object }> } };
    const { paths } = (await (await system.fetch('/openapi.json')).json()) as {
      paths: Record<string, Record<string, Described>>;
    };
    return Object.entries(paths)
      .filter(([path]) => path.includes('{'))
      .flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([, { security }]) => security === undefined) // the rest is for users: apps/gateway/src/accounts/members.int.spec.ts
          .map(([method, { requestBody }]) => ({
            method: method.toUpperCase(),
            path,
            body: requestBody?.content['application/json']?.example,
          })),
      );
  }

  const ask = ({ method, path, body }: Operation, idOf: (kind: keyof typeof things) => string): Promise<Answer> => {
    const named = path.replaceAll(/\b(\w+)\/\{\w+\}/g, (_step, kind: keyof typeof things) => `${kind}/${idOf(kind)}`);
    return system.call(method, named, body, stranger);
  };

  it('is found by its id, on any route: the response is that for an unknown id', async () => {
    expect(operations.length).toBeGreaterThanOrEqual(15);
    for (const operation of operations) {
      const [foreign, unknown] = [await ask(operation, (kind) => things[kind]), await ask(operation, () => UNKNOWN)];
      const name = `${operation.method} ${operation.path}`;
      expect([name, foreign.status, foreign.body]).toEqual([name, 404, unknown.body]);
    }
  });

  it('is drawn, or found to be drawable', async () => {
    for (const path of ['/videos', '/videos/validate']) {
      const answers = [things.templates, UNKNOWN].map((template_id) =>
        system.call('POST', path, { template_id, format: 'gif' }, stranger),
      );
      const [foreign, unknown] = await Promise.all(answers);
      expect([path, foreign!.status, foreign!.body]).toEqual([path, 404, unknown!.body]);
    }
  });

  it('is listed', async () => {
    for (const path of [
      '/videos',
      '/templates',
      `/templates?id=${things.templates}`,
      '/webhooks',
      '/assets',
      '/batches',
    ]) {
      const { body } = await system.call('GET', path, undefined, stranger);
      expect([path, body]).toMatchObject([path, { data: [], pagination: { total: 0 } }]);
    }
    expect((await system.call('GET', '/credits/transactions', undefined, stranger)).body).toMatchObject({ data: [] });
    for (const path of ['/usage', '/credits/days']) {
      const { body } = await system.call('GET', path, undefined, stranger);
      expect(JSON.stringify(body)).not.toMatch(/"(finished|failed|canceled|granted|balance)":[1-9]/);
    }
    expect((await system.call('GET', '/credits', undefined, stranger)).body).toEqual({ available: 0, held: 0 });
  });

  it('has been changed by all that', async () => {
    const { body: video } = await system.call('GET', `/videos/${things.videos}`);
    expect(video).not.toMatchObject({ status: 'CANCELED' });
    expect((await system.call('GET', `/templates/${things.templates}`)).body).toMatchObject({ version: 1 });
    const { body: webhook } = await system.call('GET', `/webhooks/${things.webhooks}`);
    expect(webhook).toMatchObject({ url: 'http://127.0.0.1:4000/hooks', enabled: true });
  });
});
