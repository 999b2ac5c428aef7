import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { unwrap } from '#libs/client';
import {
  type ApiAnswer,
  type ApiRequest,
  entriesOf,
  faultOf,
  getTemplate,
  isSigned,
  type JsonObject,
  listBatchVideos,
  listFields,
  listTemplates,
  type NodeItem,
  renderBatch,
  renderStill,
  renderVideo,
  sizeChoices,
  templateChoices,
  variableFields,
} from '#libs/n8n-nodes';
import { eventually, newTestOrganization, type Receiver, startReceiver, type TestOrganization } from '#libs/testing';
import { createTemplate } from './steps.js';

const PAGE = { limit: 20, offset: 0 };
const CARD = {
  name: 'Card',
  width: 64,
  height: 64,
  sizes: { tall: { width: 64, height: 128 } },
  variables: { product: { type: 'string' }, sale: { type: 'boolean', default: false } },
  pages: [
    {
      number: 1,
      duration: 0.5,
      layers: [
        { name: 'title', type: 'text', text: '{{product}}' },
        { name: 'badge', type: 'text', text: 'Sale', when: 'sale' },
      ],
    },
  ],
};

let organization: TestOrganization;
let receiver: Receiver;
let templateId: string;

beforeAll(async () => {
  [organization, receiver] = await Promise.all([newTestOrganization(), startReceiver()]);
  templateId = await createTemplate(organization, CARD);
}, 240_000);

afterAll(() => receiver.stop());

/** Sends a request as the node does, whose HTTP client is n8n's. */
async function send({ method, path, query, body, idempotencyKey, isFile }: ApiRequest): Promise<ApiAnswer> {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  const headers = { 'Content-Type': 'application/json', ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) };
  const response = await organization.fetch(`${path}?${search.toString()}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const answer = { status: response.status, headers: Object.fromEntries(response.headers) };
  return { ...answer, body: isFile && response.ok ? await response.arrayBuffer() : await response.json() };
}

function item(product: string, parameters: JsonObject = {}): NodeItem {
  const value = product ? { product, sale: true } : {};
  const variables = { mappingMode: 'defineBelow', value };
  const all: JsonObject = { templateId, format: 'gif', size: 'default', test: true, variables, ...parameters };
  return { json: {}, read: (name) => all[name] ?? null };
}

it('the form offers the template, its sizes and its variables', async () => {
  const templates = templateChoices(entriesOf((await send(listTemplates(PAGE))).body));
  expect(templates).toEqual([{ name: 'Card', value: templateId }]);
  const template = (await send(getTemplate(templateId))).body as JsonObject;
  expect(sizeChoices(template).map(({ value }) => value)).toEqual(['default', 'tall']);
  const fields = variableFields(entriesOf((await send(listFields(templateId, PAGE))).body));
  expect(fields.map(({ id, required }) => [id, required])).toEqual([
    ['product', true],
    ['sale', false],
  ]);
});

it('a node that is tried again makes one video, whose end resumes the run by a signed call', async () => {
  const { secret } = await unwrap(organization.client.POST('/callbacks/rotate-secret'));
  const request = renderVideo(item('Lamp', { size: 'tall' }), 'n8n-a-1-b-0-0', `${receiver.url}/waiting`);
  const answers = await Promise.all([send(request), send(request)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const [video, again] = answers.map(({ body }) => body as JsonObject);
  expect(again?.['id']).toBe(video?.['id']);
  const call = await eventually(() => receiver.calls.find(({ path }) => path.endsWith('/waiting')) ?? false, {
    timeoutMs: 100_000,
  });
  expect(isSigned({ headers: call.headers, body: Buffer.from(call.body) }, secret, Date.now())).toBe(true);
  expect(JSON.parse(call.body)).toMatchObject({ data: { id: video?.['id'], status: 'COMPLETED', height: 128 } });
}, 120_000);

it('all items are one batch, whose videos are read in their order', async () => {
  const layerChanges = { change: [{ page: 1, layer: 'badge', property: 'text', value: 'New' }] };
  const rows = [item('Lamp', { layerChanges }), item('Vase', { options: { metadata: 'second' } })];
  const batch = await send(renderBatch(rows, 'n8n-a-1-c-0-0'));
  expect(batch).toMatchObject({ status: 202, body: { test: true, videos: { total: 2 } } });
  const { id } = batch.body as JsonObject;
  const videos = entriesOf((await send(listBatchVideos(item('', { batchId: id }), PAGE))).body);
  expect(videos).toMatchObject([
    { batch_row: 1, metadata: null },
    { batch_row: 2, metadata: 'second' },
  ]);
});

it('a still is an image, and what is refused says where and why', async () => {
  const options = { imageFormat: 'webp', stillOptions: { time: 0.1, width: 32 } };
  const still = await send(renderStill(item('Lamp', options)));
  expect([still.status, still.headers['content-type']]).toEqual([200, 'image/webp']);
  const fault = faultOf(await send(renderStill(item('', options))));
  expect(fault).toMatchObject({ message: expect.stringMatching(/^VALIDATION_ERROR: /), httpCode: '422' });
  expect(fault?.description).toContain('modifications.variables.product: ');
});
