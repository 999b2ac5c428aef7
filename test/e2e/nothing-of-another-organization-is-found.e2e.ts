import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Browser, eventually, newTestOrganization, type TestOrganization } from '#libs/testing';
import { createTemplate, createVideo, movingDocument, registerWebhook } from './steps.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Operation {
  method: string;
  path: string;
  body?: object;
  /** Whether keys may not do it, so that the session of an owner is needed. */
  needsSession: boolean;
}

describe('nothing of another organization', () => {
  let system: TestOrganization;
  let stranger: string;
  /** An owner of the stranger's organization. */
  let strangeOwner: Browser;
  /** An owner of the system's own organization. */
  let owner: Browser;
  /** Ids of the system's own organization, by the step of the path before them. */
  let things: Record<
    | 'templates'
    | 'components'
    | 'videos'
    | 'links'
    | 'comments'
    | 'batches'
    | 'webhooks'
    | 'deliveries'
    | 'callbacks'
    | 'assets'
    | 'keys'
    | 'members'
    | 'invitations'
    | 'sessions'
    | 'passkeys',
    string
  >;
  /** Every operation of the document with an id in its path, except those of operators. */
  let operations: Operation[];

  beforeAll(async () => {
    system = await newTestOrganization();
    const { id } = (await system.operator('organization', 'create', 'Stranger')) as { id: string };
    ({ key: stranger } = (await system.operator('key', 'create', id)) as { key: string });
    const templates = await createTemplate(system, movingDocument(20, { width: 640, height: 360 }));
    const { id: videos } = await createVideo(system, { template_id: templates, format: 'mp4' });
    const ofVideo = async (what: string, body: object) =>
      ((await system.call('POST', `/videos/${videos}/${what}`, body)).body as { id: string }).id;
    const [links, comments] = [await ofVideo('review-links', {}), await ofVideo('comments', { text: 'Larger.' })];
    const request = { template_id: templates, format: 'gif', rows: [{ 'video.metadata': 'one' }] };
    const { id: batches } = (await system.call('POST', '/batches', request)).body as { id: string };
    const { id: webhooks } = await registerWebhook(system, 'http://127.0.0.1:4000/hooks');
    const { id: deliveries } = (await system.call('POST', `/webhooks/${webhooks}/test`)).body as { id: string };
    const callbacks = await calledBack(templates);
    const uploaded = await system.fetch('/assets', { method: 'POST', body: Buffer.from('GIF89a and more') });
    const { id: assets } = (await uploaded.json()) as { id: string };
    [owner, strangeOwner] = [await signedIn(system.orgId), await signedIn(id)];
    const made = async (path: string, body: object) =>
      ((await owner.call('POST', path, body)).body as { id: string }).id;
    const keys = await made('/keys', { name: 'Program', kind: 'read' });
    const invitations = await made('/invitations', { email: 'grace@example.com', role: 'viewer' });
    const { user } = (await owner.call('GET', '/session')).body as { user: { id: string } };
    const members = user.id;
    const { data: own } = (await owner.call('GET', '/session/sessions')).body as { data: { id: string }[] };
    const sessions = own[0]!.id;
    const passkeys = randomUUID(); // one is made by an authenticator only, and belongs to a user
    const components = 'badge';
    const component = { layers: [{ name: 'text', type: 'text', text: 'New' }] };
    await system.call('POST', '/components', { name: components, component });
    things = {
      components,
      templates,
      videos,
      links,
      comments,
      batches,
      webhooks,
      deliveries,
      callbacks,
      assets,
      keys,
      members,
      invitations,
      sessions,
      passkeys,
    };
    operations = await readOperations();
  }, 120_000);

  async function signedIn(orgId: string): Promise<Browser> {
    const { url } = (await system.operator('console-link', orgId)) as { url: string };
    const browser = new Browser(system.baseUrl);
    await browser.signInByLink(url);
    return browser;
  }

  /** @returns the id of a callback that is waiting or has failed */
  async function calledBack(template_id: string): Promise<string> {
    const webhook_url = 'http://127.0.0.1:4000/resume';
    const { id } = await createVideo(system, { template_id, format: 'gif', webhook_url });
    await system.call('POST', `/videos/${id}/cancel`);
    const [callback] = await eventually(async () => {
      const { data } = (await system.call('GET', '/callbacks')).body as { data: { id: string }[] };
      return data.length > 0 && data;
    });
    return callback!.id;
  }

  async function readOperations(): Promise<Operation[]> {
    type Described = { security?: object[]; requestBody?: { content: Record<string, { example?: object }> } };
    const { paths } = (await (await system.fetch('/openapi.json')).json()) as {
      paths: Record<string, Record<string, Described>>;
    };
    return Object.entries(paths)
      .filter(([path]) => path.includes('{') && !path.startsWith('/operator/'))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, { requestBody, security }]) => ({
          method: method.toUpperCase(),
          path,
          body: requestBody?.content['application/json']?.example,
          needsSession: security !== undefined,
        })),
      );
  }

  const ask = (
    { method, path, body, needsSession }: Operation,
    idOf: (kind: keyof typeof things) => string,
  ): Promise<Answer> => {
    const named = path.replaceAll(/\b(\w+)\/\{\w+\}/g, (_step, kind: keyof typeof things) => `${kind}/${idOf(kind)}`);
    return needsSession ? strangeOwner.call(method, named, body) : system.call(method, named, body, stranger);
  };

  it('is found by its id, on any route: the response is that for an unknown id', async () => {
    expect(operations.length).toBeGreaterThanOrEqual(15);
    expect(operations.filter(({ needsSession }) => needsSession).length).toBeGreaterThanOrEqual(6);
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
      '/components',
      `/templates?id=${things.templates}`,
      '/webhooks',
      '/callbacks',
      '/assets',
      '/batches',
    ]) {
      const { body } = await system.call('GET', path, undefined, stranger);
      expect([path, body]).toMatchObject([path, { data: [], pagination: { total: 0 } }]);
    }
    for (const path of ['/keys', '/members', '/invitations']) {
      const { status, body } = await strangeOwner.call('GET', path);
      expect(status).toBe(200);
      for (const id of Object.values(things)) expect(JSON.stringify(body)).not.toContain(id);
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
    for (const [what, id] of [['review-links', things.links] as const, ['comments', things.comments] as const])
      expect((await system.call('GET', `/videos/${things.videos}/${what}`)).body).toMatchObject({ data: [{ id }] });
    expect((await system.call('GET', `/templates/${things.templates}`)).body).toMatchObject({ version: 1 });
    const { body: webhook } = await system.call('GET', `/webhooks/${things.webhooks}`);
    expect(webhook).toMatchObject({ url: 'http://127.0.0.1:4000/hooks', enabled: true });
    const { body: keys } = await owner.call('GET', '/keys?limit=1');
    expect(keys).toMatchObject({ data: [{ id: things.keys, name: 'Program', revoked_at: null }] });
    expect((await owner.call('GET', '/members')).body).toMatchObject({ data: [{ id: things.members, role: 'owner' }] });
    expect((await owner.call('GET', '/invitations')).body).toMatchObject({ data: [{ id: things.invitations }] });
  });
});
