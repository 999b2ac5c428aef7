import { describe, expect, it } from '@jest/globals';
import type { JsonObject, NodeItem } from './parameters.js';
import { idempotencyKey, renderBatch, renderStill, renderVideo } from './requests.js';

const TEMPLATE = '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10';

function item(parameters: JsonObject, json: JsonObject = {}): NodeItem {
  return { json, read: (name) => ({ templateId: TEMPLATE, format: 'mp4', ...parameters })[name] ?? null };
}

const change = (page: number, layer: string, property: string, value: unknown) => ({ page, layer, property, value });

describe('the request for a video', () => {
  it('has what was chosen, and nothing that was left empty', () => {
    const { body } = renderVideo(item({ size: '', test: false, options: { metadata: '', fps: 24 } }), 'key');
    expect(body).toEqual({ template_id: TEMPLATE, format: 'mp4', fps: 24 });
  });

  it('has variables as they are, and the changes of a layer as one', () => {
    const variables = {
      mappingMode: 'defineBelow',
      value: { headline: 'a {{ b }}', sale: false, price: 0, left: null },
    };
    const layerChanges = {
      change: [change(2, 'a', 'text', 'x'), change(1, 'b', 'visible', false), change(2, 'a', 'text_color', 'red')],
    };
    const parameters = { variables, layerChanges, size: 'square', test: true, options: { metadata: 'order-1' } };
    expect(renderVideo(item(parameters), 'key', 'https://n8n.example/1')).toEqual({
      method: 'POST',
      path: '/videos',
      idempotencyKey: 'key',
      body: {
        template_id: TEMPLATE,
        format: 'mp4',
        size: 'square',
        test: true,
        metadata: 'order-1',
        webhook_url: 'https://n8n.example/1',
        modifications: {
          variables: { headline: 'a {{ b }}', sale: false, price: 0 },
          pages: [
            { number: 2, layers: [{ name: 'a', text: 'x', text_color: 'red' }] },
            { number: 1, layers: [{ name: 'b', visible: false }] },
          ],
        },
      },
    });
  });

  it('takes variables from the data of the item by their names, and nothing else of it', () => {
    const variables = { mappingMode: 'autoMapInputData', value: null, schema: [{ id: 'name' }, { id: 'age' }] };
    const { body } = renderVideo(item({ variables }, { name: 'Ada', other: 1 }), 'key');
    expect(body?.['modifications']).toEqual({ variables: { name: 'Ada' } });
  });
});

it('a batch has a row for each item, and what they have in common once', () => {
  const row = (name: string, metadata: string) =>
    item({
      batchName: 'Autumn',
      variables: { mappingMode: 'defineBelow', value: { name } },
      layerChanges: { change: [change(1, 'title', 'text', `For ${name}`)] },
      options: { metadata },
    });
  expect(renderBatch([row('Ada', 'a'), row('Bo', '')], 'key', 'https://n8n.example/1').body).toEqual({
    template_id: TEMPLATE,
    format: 'mp4',
    name: 'Autumn',
    webhook_url: 'https://n8n.example/1',
    rows: [
      { name: 'Ada', '1.title.text': 'For Ada', 'video.metadata': 'a' },
      { name: 'Bo', '1.title.text': 'For Bo' },
    ],
  });
});

it('a still has the modifications of the video, a time and a width', () => {
  const parameters = {
    variables: { mappingMode: 'defineBelow', value: { name: 'Ada' } },
    imageFormat: 'webp',
    stillOptions: { time: 0, width: 640 },
  };
  expect(renderStill(item(parameters))).toEqual({
    method: 'POST',
    path: '/frames',
    isFile: true,
    body: { template_id: TEMPLATE, modifications: { variables: { name: 'Ada' } }, format: 'webp', t: 0, width: 640 },
  });
});

it('every place in a run has a key of its own, which the API accepts', () => {
  const place = { workflowId: 'tHK3nQ', executionId: '231', nodeId: 'f1e2', runIndex: 0, itemIndex: 0 };
  const changed = { workflowId: 'x', executionId: '232', nodeId: 'f1e3', runIndex: 1, itemIndex: 1 };
  const places = [place, ...Object.entries(changed).map(([key, value]) => ({ ...place, [key]: value }))];
  const keys = places.map(idempotencyKey);
  expect(new Set(keys).size).toBe(6);
  expect(keys.every((key) => /^[\x21-\x7e]{1,255}$/.test(key))).toBe(true);
});
