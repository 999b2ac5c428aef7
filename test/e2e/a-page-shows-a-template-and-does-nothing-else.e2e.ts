import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, newTestOrganization, type TestOrganization } from '#libs/testing';
import { createTemplate, errorOf, movingDocument } from './steps.js';

const SIZE = { width: 320, height: 180 };
const SHOP = 'https://shop.example.com';

let system: TestOrganization;
let template: string;

beforeAll(async () => {
  system = await newTestOrganization();
  template = await createTemplate(system, movingDocument(1, SIZE));
}, 240_000);

async function newToken(body: object = {}, key?: string): Promise<string> {
  const answer = await system.call('POST', '/preview-tokens', { template_id: template, ...body }, key);
  expect(answer.status).toBe(201);
  return (answer.body as { token: string }).token;
}

function shown(token: string): Promise<Answer> {
  return system.call('GET', '/preview', undefined, token);
}

describe('a preview token', () => {
  it('shows its template, always the newest version or the one that it names', async () => {
    const [newest, first] = [await newToken(), await newToken({ version: 1 })];
    expect((await system.call('PUT', `/templates/${template}`, movingDocument(2, SIZE))).status).toBe(200);
    expect(await shown(newest)).toMatchObject({ status: 200, body: { id: template, version: 2, duration: 2 } });
    expect(await shown(first)).toMatchObject({ status: 200, body: { id: template, version: 1, duration: 1 } });
  });

  it('shows it to pages of its origins', async () => {
    const token = await newToken({ origins: [SHOP] });
    const page = (origin: string): Promise<Response> => system.fetch('/preview', { key: token, headers: { origin } });
    const [own, other] = [await page(SHOP), await page('https://evil.example')];
    expect([own.status, own.headers.get('access-control-allow-origin'), other.status]).toEqual([200, '*', 403]);
  });

  it('renders nothing, lists nothing and changes nothing', async () => {
    const token = await newToken();
    const video = { template_id: template, format: 'gif' };
    for (const [method, path, body] of [
      ['POST', '/videos', video],
      ['POST', '/frames', { template_id: template }],
      ['GET', `/templates/${template}`],
      ['GET', '/templates'],
      ['PUT', `/templates/${template}`, movingDocument(1, SIZE)],
      ['POST', '/preview-tokens', { template_id: template }],
    ] as const) {
      const answer = await system.call(method, path, body, token);
      expect([method, path, answer.status, errorOf(answer).code]).toEqual([
        method,
        path,
        401,
        'AUTHENTICATION_REQUIRED',
      ]);
    }
  });

  it('is made by those who may write, for a template that is there, and for a day at most', async () => {
    const refused = async (body: object, key?: string): Promise<number> =>
      (await system.call('POST', '/preview-tokens', { template_id: template, ...body }, key)).status;
    expect(await refused({}, system.readKey)).toBe(403);
    expect(await refused({ template_id: '0189c0de-0000-7000-8000-000000000001' })).toBe(404);
    expect(await refused({ version: 99 })).toBe(404);
    for (const body of [{ expires_in_s: 86_401 }, { expires_in_s: 59 }, { origins: ['https://a.example/path'] }])
      expect(await refused(body)).toBe(422);
    const before = Date.now();
    const { body } = await system.call('POST', '/preview-tokens', { template_id: template, expires_in_s: 86_400 });
    const lifeMs = new Date((body as { expires_at: string }).expires_at).getTime() - before;
    expect(Math.abs(lifeMs - 86_400_000)).toBeLessThan(10_000);
  });
});
