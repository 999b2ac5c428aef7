import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import {
  type ApiRequest,
  getVideo,
  idempotencyKey,
  isObject,
  type JsonObject,
  listBatchVideos,
  listTemplates,
  type NodeItem,
  renderBatch,
  renderStill,
  renderVideo,
  textOf,
} from '../../src/index.js';
import { call, listAll } from './transport.js';
import { resumeUrl, waitForCall } from './wait.js';

const NO_LIMIT = 100_000;

/** An operation on one item. */
type Operation = (node: IExecuteFunctions, index: number) => Promise<INodeExecutionData[]>;

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'video.render': async (node, index) => {
    const item = itemOf(node, index);
    return ordered(node, item, renderVideo(item, keyOf(node, index), webhookUrl(node, item)), index);
  },
  'video.get': async (node, index) => {
    const item = itemOf(node, index);
    const video = await call(node, getVideo(item), index);
    const output = outputOf(video, index);
    return [item.read('download') === true ? { ...output, binary: await fileOf(node, item, video) } : output];
  },
  'batch.getVideos': (node, index) => listOf(node, index, (page) => listBatchVideos(itemOf(node, index), page)),
  'template.getMany': (node, index) => listOf(node, index, listTemplates),
  'still.render': async (node, index) => {
    const item = itemOf(node, index);
    const picture = await call(node, renderStill(item), index);
    const format = textOf(item, 'imageFormat');
    const name = `still.${format}`;
    const data = await node.helpers.prepareBinaryData(Buffer.from(picture as Uint8Array), name, `image/${format}`);
    return [{ json: {}, binary: { [textOf(item, 'binaryField')]: data }, pairedItem: { item: index } }];
  },
};

/** Carries the node's operation out: for each item, or for a batch of all of them. */
export async function execute(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const items = node.getInputData();
  const [resource, operation] = [node.getNodeParameter('resource', 0), node.getNodeParameter('operation', 0)];
  if (resource === 'batch' && operation === 'render') return [await attempt(node, 0, () => batchOf(node))];
  const run = OPERATIONS[`${String(resource)}.${String(operation)}`];
  if (!run) throw new NodeOperationError(node.getNode(), `There is no operation ${String(operation)}.`);
  if (items.length > 1 && node.getNodeParameter('wait', 0, false) === true) {
    const description = 'Render a batch, or give this node one item at a time.';
    throw new NodeOperationError(node.getNode(), 'A run waits for one video only', { description });
  }
  const results: INodeExecutionData[] = [];
  for (let index = 0; index < items.length; index += 1) {
    results.push(...(await attempt(node, index, () => run(node, index))));
  }
  return [results];
}

/** Carries out one item, whose error is its result where the node continues after errors. */
async function attempt(
  node: IExecuteFunctions,
  index: number,
  run: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
  if (!node.continueOnFail()) return run();
  try {
    return await run();
  } catch (error) {
    const { message, description } = error as { message: string; description?: string | null };
    return [{ json: { error: message, details: description ?? '' }, pairedItem: { item: index } }];
  }
}

async function batchOf(node: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const items = node.getInputData().map((_, index) => itemOf(node, index));
  const [first] = items;
  return ordered(node, first, renderBatch(items, keyOf(node, 0), webhookUrl(node, first)), 0);
}

/** Sends an order and, if the run is to wait for it, puts the run to sleep. */
async function ordered(node: IExecuteFunctions, item: NodeItem, request: ApiRequest, index: number) {
  const answer = await call(node, request, index);
  if (item.read('wait') === true) await waitForCall(node, item);
  return [outputOf(answer, index)];
}

async function listOf(node: IExecuteFunctions, index: number, requestOf: Parameters<typeof listAll>[1]) {
  const isAll = node.getNodeParameter('returnAll', index, false) === true;
  const most = isAll ? NO_LIMIT : Number(node.getNodeParameter('limit', index, 50));
  return (await listAll(node, requestOf, most)).map((entry) => outputOf(entry, index));
}

async function fileOf(node: IExecuteFunctions, item: NodeItem, video: unknown) {
  const { status, video_url: url, id } = isObject(video) ? video : ({} as JsonObject);
  if (status !== 'COMPLETED') {
    throw new NodeOperationError(node.getNode(), `The video ${String(id)} has no file: it is ${String(status)}`);
  }
  const file = await node.helpers.httpRequest({ method: 'GET', url: String(url), encoding: 'stream' });
  const name = new URL(String(url)).pathname.split('/').at(-1);
  return { [textOf(item, 'binaryField')]: await node.helpers.prepareBinaryData(file, name) };
}

function webhookUrl(node: IExecuteFunctions, item: NodeItem): string | undefined {
  return item.read('wait') === true ? resumeUrl(node) : undefined;
}

function itemOf(node: IExecuteFunctions, index: number): NodeItem {
  return {
    json: node.getInputData()[index].json,
    read: (name) => node.getNodeParameter(name, index, null) as unknown,
  };
}

function keyOf(node: IExecuteFunctions, itemIndex: number): string {
  return idempotencyKey({
    workflowId: String(node.getWorkflow().id),
    executionId: node.getExecutionId(),
    nodeId: node.getNode().id,
    runIndex: Number(node.evaluateExpression('{{ $runIndex }}', itemIndex)),
    itemIndex,
  });
}

function outputOf(body: unknown, index: number): INodeExecutionData {
  return { json: (isObject(body) ? body : {}) as IDataObject, pairedItem: { item: index } };
}
