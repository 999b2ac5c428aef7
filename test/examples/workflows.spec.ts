import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { CreateBatchBody, CreateVideoBody } from '#libs/contracts';
import { type ApiRequest, getVideo, listBatchVideos, type NodeItem, renderBatch, renderVideo } from '#libs/n8n-nodes';

interface Node {
  readonly name: string;
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly nodes: readonly Node[];
  readonly connections: Readonly<Record<string, { main: { node: string }[][] }>>;
}
interface Property {
  readonly name: string;
  readonly options?: readonly { readonly value?: unknown; readonly name: string }[];
}

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'examples/workflows');
const NODES = join(ROOT, 'libs/n8n-nodes/nodes');
const OURS = 'n8n-nodes-framewright.framewright';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const workflows = files
  .filter((name) => name.startsWith('n8n-'))
  .map((name) => [name, readJson(name) as Workflow] as const);

/** The fields of the node's form. Their file names types of n8n, which is not installed here. */
const { properties } = (await import(pathToFileURL(join(NODES, 'Framewright/properties.ts')).href)) as {
  properties: readonly Property[];
};
const OPERATIONS: Readonly<Record<string, (item: NodeItem) => ApiRequest>> = {
  'video.render': (item) => renderVideo(item, 'key'),
  'batch.render': (item) => renderBatch([item], 'key'),
  'video.get': getVideo,
  'batch.getVideos': (item) => listBatchVideos(item, { limit: 1, offset: 0 }),
};

describe.each(workflows)('the workflow %s', (_name, { nodes, connections }) => {
  it('connects nodes that it has, and starts one only', () => {
    const names = nodes.map(({ name }) => name);
    const targets = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
    expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...targets]));
    expect(names.filter((name) => !targets.includes(name))).toHaveLength(1);
  });

  it('sets fields that the nodes have, to values that they offer', () => {
    for (const { parameters } of nodes.filter(({ type }) => type === OURS)) {
      for (const [name, value] of Object.entries(parameters)) {
        const fields = properties.filter((property) => property.name === name);
        expect([name, fields.length > 0]).toEqual([name, true]);
        if (typeof value !== 'string' || fields.some(({ options }) => options === undefined)) continue;
        const offered = fields.flatMap(({ options }) => options!.map((option) => option.value));
        expect(offered).toContain(value);
      }
      const run = OPERATIONS[`${String(parameters['resource'])}.${String(parameters['operation'])}`]!;
      const { body } = run({ json: { product: 'Lamp' }, read: (name) => parameters[name] ?? null });
      expect(JSON.stringify(body ?? {})).not.toContain('undefined');
    }
  });
});

it('what Make sends is the body of a video', () => {
  const { flow } = readJson('make-request-a-video.json') as { flow: { mapper: { url: string; data: string } }[] };
  const body = JSON.parse(flow[0]!.mapper.data) as Partial<CreateVideoBody & CreateBatchBody>;
  const documented = readFileSync(join(ROOT, 'docs/api/videos.md'), 'utf8');
  for (const field of Object.keys(body)) expect(documented).toContain(`- \`${field}\` (`);
  expect(flow[0]!.mapper.url).toMatch(/\/v1\/videos$/);
});

it('every file is one of n8n or of Make, and has a row in the README', () => {
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  for (const file of files)
    expect([file, readme.includes(`](${file})`), /^(?:n8n|make)-/.test(file)]).toEqual([file, true, true]);
});
