import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser, startSystem, type TestSystem } from '#libs/testing';

let system: TestSystem;

beforeAll(async () => {
  system = await startSystem({ MAX_TEMPLATES: '9', MEDIA_MAX_FILES: '8' });
}, 240_000);

afterAll(() => system.stop(), 60_000);

it('an organization has the limits of the installation until the operator sets others, and what it uses of them', async () => {
  const { id } = (await system.operator('organization', 'create', 'Acme')) as { id: string };
  const { key } = (await system.operator('key', 'create', id)) as { key: string };
  const shown = async () => (await system.call('GET', '/organization', undefined, key)).body;
  expect(await shown()).toMatchObject({
    id,
    name: 'Acme',
    rate_limit: 10_000,
    session_rate_limit: 600,
    templates: { templates: 0, bytes: 0, max_templates: 9, max_bytes: 1_000_000_000 },
    assets: { files: 0, bytes: 0, max_files: 8 },
  });

  await system.operator('organization', 'limit', id, '5000');
  await system.operator('organization', 'templates', id, '--count', '3', '--bytes', '5000');
  await system.operator('organization', 'media', id, '--count', '2');
  const document = { name: 'One', width: 320, height: 180, pages: [{ number: 1, duration: 1 }] };
  expect((await system.call('POST', '/templates', document, key)).status).toBe(201);
  await system.fetch('/assets', { method: 'POST', key, body: Buffer.from('GIF89a and more') });
  expect(await shown()).toMatchObject({
    rate_limit: 5_000,
    templates: { templates: 1, bytes: expect.any(Number), max_templates: 3, max_bytes: 5_000 },
    assets: { files: 1, bytes: 15, max_files: 2 },
  });
});

it('an owner renames the organization, and every member sees the name; a key does not', async () => {
  const { id } = (await system.operator('organization', 'create', 'Acme')) as { id: string };
  const { key } = (await system.operator('key', 'create', id)) as { key: string };
  const { url } = (await system.operator('console-link', id)) as { url: string };
  const owner = new Browser(system.baseUrl);
  await owner.signInByLink(url);
  expect(await owner.call('PATCH', '/organization', { name: 'Acme <Europe>' })).toMatchObject({
    status: 200,
    body: { id, name: 'Acme <Europe>' },
  });
  expect((await owner.call('GET', '/session')).body).toMatchObject({ organization: { name: 'Acme <Europe>' } });
  expect((await system.call('GET', '/organization', undefined, key)).body).toMatchObject({ name: 'Acme <Europe>' });
  expect((await system.call('PATCH', '/organization', { name: 'Acme' }, key)).status).toBe(403);
  for (const body of [{ name: '' }, { name: 'x'.repeat(201) }, { rate_limit: 7 }, {}]) {
    expect((await owner.call('PATCH', '/organization', body)).status).toBe(422);
  }
});
