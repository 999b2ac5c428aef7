import { filled, isObject, type JsonObject, objectOf, type NodeItem, textOf } from './parameters.js';

/** A request to the API. Its path is relative to the base URL, which ends in `/v1`. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: JsonObject;
  readonly idempotencyKey?: string;
  /** Whether the answer is a file. */
  readonly isFile?: boolean;
}

/** Place in a run at which a request is made. The same place of the same run always makes the same request. */
export interface RunPlace {
  readonly workflowId: string;
  readonly executionId: string;
  readonly nodeId: string;
  /** Number of earlier runs of the node in this execution: within a loop there are some. */
  readonly runIndex: number;
  readonly itemIndex: number;
}

/** The key with which a node that is tried again creates nothing twice. */
export function idempotencyKey({ workflowId, executionId, nodeId, runIndex, itemIndex }: RunPlace): string {
  return `n8n-${workflowId}-${executionId}-${nodeId}-${runIndex}-${itemIndex}`;
}

/** The request for one video of an item. */
export function renderVideo(item: NodeItem, key: string, webhookUrl?: string): ApiRequest {
  const changes = layerChanges(item);
  const modifications = filled({
    variables: someOf(variablesOf(item)),
    pages: changes.length > 0 ? pagesOf(changes) : undefined,
  });
  const body = { ...orderOf(item, webhookUrl), ...(someOf(modifications) && { modifications }) };
  return { method: 'POST', path: '/videos', body, idempotencyKey: key };
}

/** The request for a video of every item: what all rows have in common is read of the first. */
export function renderBatch(items: readonly NodeItem[], key: string, webhookUrl?: string): ApiRequest {
  const first = items.at(0)!;
  // The metadata of each row is its own.
  const order = { ...orderOf(first, webhookUrl), metadata: undefined, name: textOf(first, 'batchName') };
  const body = { ...filled(order), rows: items.map(rowOf) };
  return { method: 'POST', path: '/batches', body, idempotencyKey: key };
}

/** The request for one frame of an item. */
export function renderStill(item: NodeItem): ApiRequest {
  const { body } = renderVideo(item, '');
  const { template_id, version, size, modifications } = { ...body };
  const { time, width } = objectOf(item, 'stillOptions');
  const format = textOf(item, 'imageFormat');
  return {
    method: 'POST',
    path: '/frames',
    body: filled({ template_id, version, size, modifications, format, t: time, width }),
    isFile: true,
  };
}

export function getVideo(item: NodeItem): ApiRequest {
  return { method: 'GET', path: `/videos/${encodeURIComponent(textOf(item, 'videoId'))}` };
}

/** A page of the videos of a batch, in the order of its rows. */
export function listBatchVideos(item: NodeItem, page: ListPage): ApiRequest {
  return { method: 'GET', path: '/videos', query: { ...page, batch_id: textOf(item, 'batchId') } };
}

/** The part of a list that one request reads. */
export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

export function listTemplates(page: ListPage): ApiRequest {
  return { method: 'GET', path: '/templates', query: { ...page } };
}

export function getTemplate(templateId: string): ApiRequest {
  return { method: 'GET', path: `/templates/${encodeURIComponent(templateId)}` };
}

/** A page of what a caller may change in a template. */
export function listFields(templateId: string, page: ListPage): ApiRequest {
  return { method: 'GET', path: `/templates/${encodeURIComponent(templateId)}/fields`, query: { ...page } };
}

export function createWebhook(url: string, events: readonly string[]): ApiRequest {
  return { method: 'POST', path: '/webhooks', body: { url, events } };
}

export function getWebhook(id: string): ApiRequest {
  return { method: 'GET', path: `/webhooks/${id}` };
}

export function deleteWebhook(id: string): ApiRequest {
  return { method: 'DELETE', path: `/webhooks/${id}` };
}

/** The fields that videos and batches have in common. */
function orderOf(item: NodeItem, webhookUrl: string | undefined): JsonObject {
  const { fps, metadata, version } = objectOf(item, 'options');
  return filled({
    template_id: textOf(item, 'templateId'),
    version,
    format: textOf(item, 'format'),
    size: textOf(item, 'size'),
    fps,
    metadata,
    webhook_url: webhookUrl,
    test: item.read('test') === true ? true : undefined,
  });
}

/** The row of an item in a batch. */
function rowOf(item: NodeItem): JsonObject {
  const changes = layerChanges(item).map(
    ({ page, layer, property, value }) => [`${page}.${layer}.${property}`, value] as const,
  );
  const { metadata } = objectOf(item, 'options');
  return filled({ ...variablesOf(item), ...Object.fromEntries(changes), 'video.metadata': metadata });
}

/**
 * The values of the template's variables: a resource mapper of n8n. Its own values, or those that the data of the item
 * has by the names of variables.
 */
function variablesOf(item: NodeItem): JsonObject {
  const { mappingMode, value, schema } = objectOf(item, 'variables');
  if (mappingMode !== 'autoMapInputData') return isObject(value) ? filled(value) : {};
  const names = Array.isArray(schema) ? schema.filter(isObject).map(({ id }) => String(id)) : [];
  return filled(Object.fromEntries(names.map((name) => [name, item.json[name]])));
}

interface LayerChange {
  readonly page: number;
  readonly layer: string;
  readonly property: string;
  readonly value: unknown;
}

/** The changes of layers: a collection of n8n. */
function layerChanges(item: NodeItem): LayerChange[] {
  const { change } = objectOf(item, 'layerChanges');
  if (!Array.isArray(change)) return [];
  return change.filter(isObject).map(({ page, layer, property, value }) => ({
    page: Number(page),
    layer: String(layer),
    property: String(property),
    value,
  }));
}

/** The changes as the API takes them: a page once, and in it each layer once. */
function pagesOf(changes: readonly LayerChange[]): JsonObject[] {
  const pages = new Map<number, Map<string, JsonObject>>();
  for (const { page, layer, property, value } of changes) {
    const layers = pages.get(page) ?? new Map<string, JsonObject>();
    pages.set(page, layers.set(layer, { ...layers.get(layer), name: layer, [property]: value }));
  }
  return [...pages].map(([number, layers]) => ({ number, layers: [...layers.values()] }));
}

function someOf(values: JsonObject): JsonObject | undefined {
  return Object.keys(values).length > 0 ? values : undefined;
}
