import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import YAML from 'yaml';
import {
  Browser,
  eventually,
  type Receiver,
  startReceiver,
  startSystem,
  temporaryFolder,
  type TestSystem,
} from '#libs/testing';
import {
  balance,
  createTemplate,
  createVideo,
  movingDocument,
  readVideo,
  registerWebhook,
  signIn,
  untilDrawing,
  untilEnded,
} from './steps.js';
import { covers, type NatsUse, natsUses } from './nats-use.js';

const EXAMPLE = new URL('../../helm/framewright/examples/development.yaml', import.meta.url);
const SIZE = { width: 320, height: 180 };
const STREAM_READ_MS = 200;

const UNREADABLE = 'for a message that cannot be read';

/** Permissions that this run has no use for, and why. */
const NOT_USED_HERE = {
  'gateway may publish calls.ended': 'no caller hangs up here',
  'videos may publish calls.ended': 'no caller hangs up here',
  'videos may publish render.job.nvenc': 'no GPU',
  'renderer may publish $JS.API.CONSUMER.INFO.RENDER.renderer-render-job-nvenc': 'no GPU',
  'renderer may publish $JS.API.CONSUMER.MSG.NEXT.RENDER.renderer-render-job-nvenc': 'no GPU',
  'renderer may publish $JS.ACK.RENDER.renderer-render-job-nvenc.>': 'no GPU',
  'videos may publish rpc.credits.capture': 'for a hold that its video’s event has not settled within a minute',
  'videos may publish rpc.credits.release': 'for such a hold, and for a reservation that a crash cut off',
  'videos may publish dead.render.result.*': UNREADABLE,
  'credits may publish dead.video.finished': UNREADABLE,
  'credits may publish dead.video.failed': UNREADABLE,
  'renderer may publish dead.render.job.software': UNREADABLE,
  'renderer may publish dead.render.job.nvenc': UNREADABLE,
  'webhooks may publish dead.video.*': UNREADABLE,
  'webhooks may publish dead.video.alert.low_balance': UNREADABLE,
  'webhooks may publish dead.video.batch.finished': UNREADABLE,
  'webhooks may publish dead.video.callback.video': UNREADABLE,
  'webhooks may publish dead.video.callback.batch': UNREADABLE,
  'streams may publish $JS.API.STREAM.MSG.GET.DEAD': 'for an operator',
};

interface ChartUser {
  user: string;
  permissions: { publish: { allow: string[] }; subscribe: { allow: string[] }; allow_responses?: object };
}

describe('services publish and receive over NATS', () => {
  const chart = chartUsers();
  let uses: readonly NatsUse[];

  beforeAll(async () => {
    const folder = temporaryFolder('trace');
    const receiver = await startReceiver();
    const system = await startSystem({
      ...tracing(folder),
      ENCODER: 'software',
      RECONCILE_INTERVAL_MS: '500',
      EVENT_PATIENCE_MS: '1000',
      STREAM_READ_MS: String(STREAM_READ_MS),
    });
    try {
      await useEverything(system, receiver);
      uses = natsUses(readFileSync(join(system.dataFolder, 'logs', 'nats-server.log'), 'utf8'));
    } finally {
      await Promise.all([system.stop(), receiver.stop()]);
    }
  }, 180_000);

  it('as the users that the chart makes', () => {
    expect(new Set(uses.map(({ user }) => user))).toEqual(new Set(chart.map(({ user }) => user)));
  });

  it('what the chart lets them', () => {
    expect(uses.filter((use) => permissionFor(use, chart) === undefined)).toEqual([]);
  });

  it('and have a use for everything it lets them', () => {
    const used = new Set(uses.map((use) => permissionFor(use, chart)));
    const unused = chart.flatMap(permissionsOf).filter((permission) => !used.has(permission));
    expect(unused.sort()).toEqual(Object.keys(NOT_USED_HERE).sort());
  });
});

/** The users of the NATS server that the chart brings, as rendered. */
function chartUsers(): ChartUser[] {
  for (const document of YAML.parseAllDocuments(readFileSync(EXAMPLE, 'utf8'), { version: '1.1' })) {
    const { stringData } = document.toJS() as { stringData?: Record<string, string> };
    const config = stringData?.['nats.conf'];
    if (config !== undefined)
      return (JSON.parse(config) as { authorization: { users: ChartUser[] } }).authorization.users;
  }
  throw new Error(`${EXAMPLE.pathname} has no nats.conf`);
}

/** Everything a user may do, in words. */
function permissionsOf({ user, permissions: { publish, subscribe, allow_responses } }: ChartUser): string[] {
  return [
    ...publish.allow.map((subject) => `${user} may publish ${subject}`),
    ...subscribe.allow.map((subject) => `${user} may subscribe ${subject}`),
    ...(allow_responses ? [`${user} may answer`] : []),
  ];
}

/** The permission of the user that allows this. */
function permissionFor({ user, does, subject, answers }: NatsUse, chart: readonly ChartUser[]): string | undefined {
  const permissions = chart.find((each) => each.user === user)?.permissions;
  const pattern = permissions?.[does].allow.find((allowed) => covers(allowed, subject));
  if (pattern !== undefined) return `${user} may ${does} ${pattern}`;
  return answers && permissions?.allow_responses ? `${user} may answer` : undefined;
}

/** An environment in which nats-server is started with `-V`: it logs what its clients say. */
function tracing(folder: string): Record<string, string> {
  const program = join(folder, 'nats-server');
  writeFileSync(program, '#!/bin/sh\nexec "$TRACED_NATS_SERVER" -V "$@"\n');
  chmodSync(program, 0o755);
  return { TRACED_NATS_SERVER: process.env['NATS_SERVER_PATH'] ?? 'nats-server', NATS_SERVER_PATH: program };
}

type Act = (method: string, path: string, body?: object) => Promise<unknown>;

/** Has the services do everything that one asks another for. */
async function useEverything(system: TestSystem, receiver: Receiver): Promise<void> {
  const startedAt = new Date().toISOString();
  const act: Act = async (method, path, body) => {
    const answer = await system.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const webhook = `/webhooks/${(await registerWebhook(system, receiver.url)).id}`;
  const long = await createTemplate(system, movingDocument(60, { width: 1280, height: 720 }));
  const short = await createTemplate(system, movingDocument(1, SIZE));
  const broken = await createTemplate(system, { ...SIZE, name: 'Broken', pages: [brokenPage(receiver.url)] });

  const [canceled, finished, failed] = await Promise.all(
    [long, short, broken].map((template_id) => createVideo(system, { template_id, format: 'mp4' })),
  );
  await act('POST', '/videos/validate', { template_id: short, format: 'mp4' });
  await act('GET', `/templates/${short}/frame?t=0.5`);
  for (const path of ['/templates', `/templates/${short}`, '/videos', '/webhooks', webhook]) await act('GET', path);
  await act('PUT', `/templates/${short}`, movingDocument(2, SIZE));
  await act('PUT', webhook, { enabled: true });
  await act('POST', `${webhook}/rotate-secret`);
  await act('POST', `${webhook}/test`);

  const watched = await system.fetch(`/videos/${canceled!.id}/events`);
  await untilDrawing(system, canceled!.id);
  await delay(3 * STREAM_READ_MS); // what is watched has been read
  await act('POST', `/videos/${canceled!.id}/cancel`);
  await act('GET', `/videos/${canceled!.id}/details`);
  expect(await watched.text()).toContain('CANCELED');
  for (const { id } of [finished!, failed!]) await untilEnded(system, id);
  expect((await readVideo(system, failed!.id)).status).toBe('FAILED');
  expect((await fetch(finished!.video_url)).status).toBe(200);
  await eventually(async () => expect((await balance(system)).held).toBe(0));
  const delivered = await eventually(async () => {
    const page = (await act('GET', `${webhook}/deliveries?status=succeeded`)) as {
      data: { id: string; type: string }[];
    };
    const types = page.data.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['video.started', 'video.finished', 'video.failed']));
    return page.data;
  });
  await act('GET', `${webhook}/deliveries/${delivered[0]!.id}`);
  await act('POST', `${webhook}/deliveries/${delivered[0]!.id}/retry`);
  await act('POST', `${webhook}/recover`, { since: startedAt });
  await useCallbacks(act, short, receiver.url);
  await useSizesAndTimes(act, receiver.url);
  await useDrafts(act, `/templates/${short}`);
  await useShared(act);
  await bePresent(system, short);
  await useBatches(act, broken, receiver.url);
  await useOperatorsPages(system);
  const read = ['/credits', '/credits/transactions', '/credits/days', '/credits/alert'];
  for (const path of [...read, '/usage', '/usage/templates', '/usage/creators']) await act('GET', path);
  await system.operator('organization', 'limit', system.orgId, '5000');
  await system.operator('organization', 'templates', system.orgId, '--count', '50');
  for (const path of [webhook, `/templates/${short}`, `/videos/${finished!.id}`]) await act('DELETE', path);
}

/** Saves a brand and a component, and deletes the component. */
async function useShared(act: Act): Promise<void> {
  const component = { layers: [{ name: 'text', type: 'text', text: 'New' }] };
  await act('PUT', '/brand', { colors: { primary: 'red' }, revision: 0 });
  await act('POST', '/components', { name: 'badge', component });
  await act('PUT', '/components/badge', component);
  for (const path of ['/brand', '/components', '/components/badge', '/components/badge/versions'])
    await act('GET', path);
  await act('DELETE', '/components/badge');
}

/** Orders a video and a batch that are called back. */
async function useCallbacks(act: Act, template_id: string, webhook_url: string): Promise<void> {
  const startedAt = new Date().toISOString();
  const order = { template_id, format: 'gif', webhook_url };
  await act('POST', '/videos', order);
  await act('POST', '/batches', { ...order, rows: [{}] });
  const callbacks = await eventually(async () => {
    const { data } = (await act('GET', '/callbacks')) as { data: { id: string; type: string }[] };
    expect(data.map(({ type }) => type)).toEqual(expect.arrayContaining(['video.finished', 'batch.finished']));
    return data;
  });
  await act('GET', `/callbacks/${callbacks[0]!.id}`);
  await act('POST', `/callbacks/${callbacks[0]!.id}/retry`);
  await act('POST', '/callbacks/recover', { since: startedAt });
  await act('POST', '/callbacks/rotate-secret');
}

/** Orders a document in two sizes, and has a file measured on which a time depends: it is none, which is a fault. */
async function useSizesAndTimes(act: Act, fileUrl: string): Promise<void> {
  const sized = { ...movingDocument(1, SIZE), sizes: { tall: { width: 180, height: 320 } } };
  const { id } = (await act('POST', '/templates', sized)) as { id: string };
  await act('POST', '/videos', { template_id: id, format: 'gif', sizes: ['default', 'tall'] });
  const spoken = { ...SIZE, name: 'Spoken', pages: [{ number: 1, duration: 'auto', page_audio_url: fileUrl }] };
  const { id: template_id } = (await act('POST', '/templates', spoken)) as { id: string };
  await act('POST', '/videos/validate', { template_id, format: 'mp4' });
}

async function useDrafts(act: Act, template: string): Promise<void> {
  const document = movingDocument(1, SIZE);
  await act('PATCH', template, { name: 'Moving' });
  for (const path of ['draft', 'fields', 'versions']) await act('GET', `${template}/${path}`);
  await act('PATCH', `${template}/versions`, { version: 1, label: 'First' });
  await act('PUT', `${template}/draft`, { document, base_version: 2, revision: 0 });
  await act('POST', `${template}/publish`, { revision: 1 });
  await act('PUT', `${template}/draft`, { document, base_version: 3, revision: 2 });
  await act('DELETE', `${template}/draft`);
  await act('POST', `${template}/duplicate`, {});
  await act('POST', '/frames', { document, width: 160 });
}

/** Reports the presence of a user of the console, who has a session. */
async function bePresent(system: TestSystem, template: string): Promise<void> {
  const { url } = (await system.operator('console-link', system.orgId)) as { url: string };
  const cookie = await signIn(system, '/session/link', { token: new URL(url).hash.slice(1) });
  const headers = { cookie, origin: new URL(system.baseUrl).origin };
  const { status } = await system.fetch(`/templates/${template}/presence`, { method: 'PUT', key: null, headers });
  expect(status).toBe(200);
}

async function useOperatorsPages(system: TestSystem): Promise<void> {
  const browser = new Browser(system.baseUrl);
  const { url } = (await system.operator('console-link', system.orgId, '--operator')) as { url: string };
  await browser.signInByLink(url);
  const organization = `/operator/organizations/${system.orgId}`;
  for (const [method, path, body] of [
    ['GET', '/organization'],
    ['PUT', '/credits/alert', { below: 1_000_000_000 }],
    ['GET', '/operator/organizations'],
    ['POST', `${organization}/grants`, { amount: 1, reason: 'Invoice 7' }],
    ['GET', `${organization}/grants`],
    ['PATCH', organization, { rate_limit: 5_000 }],
    ['GET', '/operator/queue'],
    ['GET', '/operator/renderers'],
    ['GET', '/operator/failures'],
  ] as const) {
    const { status } = await browser.call(method, path, body);
    expect([path, status]).toEqual([path, method === 'POST' ? 201 : 200]);
  }
}

/** Makes batches of a template whose videos fail, so that they can be rendered again. */
async function useBatches(act: Act, template_id: string, csv_url: string): Promise<void> {
  const request = { template_id, format: 'mp4', rows: [{ 'video.metadata': 'one' }, { 'video.metadata': 'two' }] };
  await act('POST', '/batches/validate', request);
  await act('POST', '/batches/validate', { template_id, format: 'mp4', csv_url });
  const { id } = (await act('POST', '/batches', request)) as { id: string };
  await eventually(async () => expect(await act('GET', `/batches/${id}`)).toMatchObject({ status: 'FINISHED' }));
  for (const path of ['/batches', `/batches/${id}/manifest`]) await act('GET', path);
  const { data } = (await act('GET', `/videos?batch_id=${id}&status=FAILED`)) as { data: { id: string }[] };
  await act('POST', `/videos/${data[0]!.id}/correct`, { template_id, format: 'mp4' });
  await eventually(async () => expect(await act('GET', `/batches/${id}`)).toMatchObject({ status: 'FINISHED' }));
  const again = (await act('POST', `/batches/${id}/retry`)) as { id: string };
  await act('POST', `/batches/${again.id}/cancel`);
}

/** A page with a picture that no address has. */
function brokenPage(url: string): object {
  const source_url = new URL('/missing.png', url).href;
  return { number: 1, duration: 1, layers: [{ name: 'logo', type: 'image', source_url }] };
}
