import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Browser, startSystem, type TestSystem } from '#libs/testing';
import { type NumberField, RequestNumbers, type RequestsDocument } from './number-fields.ts';
import { createTemplate, errorOf, movingDocument, untilEnded } from './steps.ts';

/** Numbers beyond 32 bits, beyond those that JSON keeps exactly, and beyond 64 bits. */
const HUGE = [2_147_483_648, 9_007_199_254_740_992, 1e31];
/**
 * Whether every value goes to every number of every request, which takes minutes. Otherwise a number of a class that an
 * earlier request has too gets only the largest: one class judges it in all of them.
 */
const isWhole = process.env['ALL_NUMBERS'] !== undefined;
/** The only resource that has a name in its path. */
const COMPONENT = 'price';
const AT_ONCE = 8;

let system: TestSystem;
/** A browser that is signed in as an owner who also operates the installation. */
let browser: Browser;
let template: string;
/** A video of a batch whose picture cannot be fetched: one that may be corrected. */
let failed: string;
let numbers: RequestNumbers;

beforeAll(async () => {
  system = await startSystem({
    ORG_MAX_UNFINISHED_TESTS: '10000',
    RENDER_SLOTS: '1', // what becomes of accepted videos is not looked at
    SESSION_RATE_LIMIT_PER_MINUTE: '100000',
  });
  browser = new Browser(system.baseUrl);
  await browser.signInByLink(
    ((await system.operator('console-link', system.orgId, '--operator')) as { url: string }).url,
  );
  template = await createTemplate(system, movingDocument(1, { width: 320, height: 180 }));
  const layers = [{ name: 'ground', type: 'shape' }];
  expect((await system.call('POST', '/components', { name: COMPONENT, component: { layers } })).status).toBe(201);
  failed = await failedRow();
  numbers = new RequestNumbers((await (await system.fetch('/openapi.json')).json()) as RequestsDocument);
}, 120_000);

afterAll(() => system.stop(), 60_000);

async function failedRow(): Promise<string> {
  const source_url = new URL('/none.png', system.baseUrl).href;
  const pages = [{ number: 1, duration: 1, layers: [{ name: 'photo', type: 'image', source_url }] }];
  const template_id = await createTemplate(system, { name: 'No picture', width: 64, height: 64, pages });
  const order = { template_id, format: 'mp4', rows: [{ 'video.metadata': 'one' }] };
  const { id } = (await system.call('POST', '/batches', order)).body as { id: string };
  const { data } = (await system.call('GET', `/videos?batch_id=${id}`)).body as { data: { id: string }[] };
  expect((await untilEnded(system, data[0]!.id)).status).toBe('FAILED');
  return data[0]!.id;
}

/** Sends a request with one number changed. */
async function send(field: NumberField, value: number): Promise<Answer> {
  const id = field.path === '/videos/{id}/correct' ? failed : template;
  const path = field.path.replace('{name}', COMPONENT).replace(/\{\w+\}/g, id);
  const caller = field.needsSession ? browser : system;
  if (field.isQuery) {
    const body = field.method === 'GET' ? undefined : {};
    return caller.call(field.method, `${path}?${field.property}=${BigInt(Math.trunc(value))}`, body);
  }
  return caller.call(field.method, path, numbers.bodyWith(field, value, givenFor(field.path)) as object);
}

/** Fields that replace those of a request's example here. */
function givenFor(path: string): object {
  if (path.startsWith('/videos')) return { template_id: template, modifications: undefined, test: true };
  return path === '/operator/maintenance' ? { on: false } : {};
}

/** The faults of a refused request; `/videos/validate` reports them with 200. */
function faultsOf(answer: Answer): { field: string }[] {
  if (answer.status === 422) return errorOf(answer).details as { field: string }[];
  return answer.status === 200 ? ((answer.body as { errors?: { field: string }[] }).errors ?? []) : [];
}

/** Sends something for every field, some at once, and collects what is wrong. */
async function collect(check: (field: NumberField) => Promise<string[]>): Promise<string[]> {
  const queue = numbers.fields.values();
  const found: string[] = [];
  const worker = async (): Promise<void> => {
    for (const field of queue) found.push(...(await check(field)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

/** Properties at which a number may be refused: its own, and in a size that of an object that the kind of layer lacks. */
function refusedAt({ property, steps }: NumberField): string[] {
  const names = steps.flatMap((step) => (typeof step === 'string' ? [] : [step.property]));
  return names.at(-3) === 'for_size' ? names.slice(-2) : [property];
}

describe('every number of every request', () => {
  it('has a least and a greatest value in the OpenAPI document', () => {
    expect(numbers.fields.length).toBeGreaterThan(100);
    const open = numbers.fields.filter(({ min, max, members }) => !members && (min === undefined || max === undefined));
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it.each(HUGE)(
    'is refused at %d, with a fault on its field, unless that is within its bounds',
    async (value) => {
      const wrong = await collect(async (field) => {
        if (!field.members && field.max! >= value) return [];
        if (field.isKnown && value !== HUGE.at(-1) && !isWhole) return [];
        const answer = await send(field, value);
        const named = new RegExp(String.raw`(^|\.)(${refusedAt(field).join('|')})(\[\d+\])*$`);
        return faultsOf(answer).some((fault) => named.test(fault.field))
          ? []
          : [`${field.name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`];
      });
      expect(wrong).toEqual([]);
    },
    300_000,
  );

  it('causes no error of the server at its bounds', async () => {
    const wrong = await collect(async (field) => {
      const bounds = field.members ?? [field.min!, field.max!];
      const statuses = await Promise.all(bounds.map(async (bound) => (await send(field, bound)).status));
      return statuses.filter((status) => status >= 500).map((status) => `${field.name}: ${status}`);
    });
    expect(wrong).toEqual([]);
  }, 300_000);
});
