import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { errorOf, movingDocument } from './steps.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let system: TestSystem;
let orgId: string;
let key: string;
let readKey: string;

beforeAll(async () => {
  system = await startSystem();
  const make = async (...command: string[]) => (await system.operator(...command)) as { id: string; key: string };
  ({ id: orgId } = await make('organization', 'create', 'Unlucky'));
  ({ key } = await make('key', 'create', orgId));
  ({ key: readKey } = await make('key', 'create', orgId, '--kind', 'read'));
}, 120_000);

afterAll(() => system.stop(), 60_000);

/** The outcome of a POST: its status, and the code of an error. */
async function outcome(path: string, as: string | null, body: object | string): Promise<string> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, key: as };
  const response = await system.fetch(path, { ...init, body: typeof body === 'string' ? body : JSON.stringify(body) });
  if (response.ok) return String(response.status);
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  return `${answer.status} ${errorOf(answer).code}`;
}

it('a request that is wrong in everything gets one error after the other, as each is corrected', async () => {
  const { body: template } = await system.call('POST', '/templates', movingDocument(2, { width: 64, height: 64 }), key);
  const { id: template_id } = template as { id: string };
  await system.operator('organization', 'limit', orgId, '1');
  await system.operator('maintenance', 'on');

  const until = (expected: string, ...request: Parameters<typeof outcome>) =>
    eventually(async () => expect(await outcome(...request)).toBe(expected), { timeoutMs: 5_000 });
  await until('503 MAINTENANCE_MODE', '/nothing', null, '{');
  await system.operator('maintenance', 'off');
  await until('401 AUTHENTICATION_REQUIRED', '/nothing', null, '{');
  await until('429 RATE_LIMIT_EXCEEDED', '/nothing', readKey, '{');
  await system.operator('organization', 'limit', orgId, '10000');
  await until('404 RESOURCE_NOT_FOUND', '/nothing', readKey, '{');

  const video = { template_id, format: 'gif' };
  const noPage = { ...video, pages: [{ number: 7 }] };
  expect(await outcome('/videos?x=1', readKey, '{')).toBe('403 INSUFFICIENT_PERMISSIONS');
  expect(await outcome('/videos?x=1', key, '{')).toBe('400 BAD_REQUEST');
  expect(await outcome('/videos?x=1', key, { ...noPage, template_id: UNKNOWN })).toBe('422 VALIDATION_ERROR');
  expect(await outcome('/videos', key, { ...noPage, template_id: UNKNOWN })).toBe('404 RESOURCE_NOT_FOUND');
  expect(await outcome('/videos', key, noPage)).toBe('422 VALIDATION_ERROR');
  expect(await outcome('/videos', key, video)).toBe('402 INSUFFICIENT_CREDITS');
  await system.operator('credits', 'grant', orgId, '10');
  expect(await outcome('/videos', key, video)).toBe('202');
}, 120_000);
