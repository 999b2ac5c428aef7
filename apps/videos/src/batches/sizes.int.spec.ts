import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Batch, BATCHES_RPC, type CreatedVideo, type RowFormat, type Template, VIDEOS_RPC } from '#libs/contracts';
import { warningAt } from '#libs/template';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { VideoRow } from '../videos/video.entity.js';
import { BatchRow } from './batch.entity.js';

const videos = useVideos();
let template: Template;

const org = randomUUID();
const TITLE = {
  name: 'title',
  type: 'text',
  text: 'Hello',
  x: 10,
  for_size: { portrait: { x: 20 }, poster: { opacity: 0 } },
};
const DOCUMENT = {
  name: 'Card',
  width: 64,
  height: 32,
  sizes: { portrait: { width: 32, height: 64 }, poster: { width: 3840, height: 2160 } },
  pages: [{ number: 1, duration: 2, layers: [TITLE] }],
};

beforeAll(async () => {
  template = await eventually(() => videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document: DOCUMENT }));
});

afterEach(async () => {
  await videos.clear();
  videos.ledger.holds.clear();
  videos.ledger.balance = 1_000_000;
  Object.assign(videos.engine, { warnings: [], inspected: [] });
});

const bodyOf = (rest: object) => ({ template_id: template.id, format: 'mp4', ...rest });
const shaOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex');

function create(rest: object, key?: string): Promise<CreatedVideo> {
  const body = bodyOf(rest);
  const claim = { body_sha256: shaOf(body), ...(key !== undefined && { idempotency_key: key }) };
  const call = 'sizes' in rest ? BATCHES_RPC.createInSizes : VIDEOS_RPC.createVideo;
  return videos.rpc.call(call, { org_id: org, body, ...claim });
}

function batchOf(rows: readonly object[] | string | undefined, rest: object = {}) {
  const body = bodyOf(rest);
  const row_format: RowFormat = typeof rows === 'string' ? 'csv' : 'json';
  const text = typeof rows === 'string' ? rows : JSON.stringify(rows);
  return { org_id: org, body, row_format, ...(rows !== undefined && { rows: text }) };
}

const createBatch = async (...sent: Parameters<typeof batchOf>): Promise<Batch> =>
  (await videos.rpc.call(BATCHES_RPC.create, { ...batchOf(...sent), body_sha256: shaOf(batchOf(...sent)) })).batch;
const refusalOf = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  );
const validate = (rest: object) => videos.rpc.call(VIDEOS_RPC.validateVideo, { org_id: org, body: bodyOf(rest) });
const sizesOf = async (batchId: string) => {
  const rows = await videos.em.fork().find(VideoRow, { batchId }, { orderBy: { batchRow: 'asc', size: 'asc' } });
  return rows.map(({ batchRow, size }) => `${batchRow} ${size}`);
};
const manifestOf = (id: string, after: object = {}, limit = 10) =>
  videos.rpc.call(BATCHES_RPC.manifest, { org_id: org, id, after_row: 0, limit, ...after });

describe('a video in one of the sizes of its template', () => {
  it('has its frames and its values, and is created again by its request', async () => {
    const { video } = await create({ size: 'portrait' });
    expect(video).toMatchObject({ size: 'portrait', width: 32, height: 64, batch_id: null });
    const row = await videos.em.fork().findOneOrFail(VideoRow, { id: video.id }, { populate: ['document', 'request'] });
    expect(row.document).toMatchObject({ width: 32, height: 64, pages: [{ layers: [{ x: 20 }] }] });
    expect(row.request).toMatchObject({ size: 'portrait' });
    expect((await create({})).video).toMatchObject({ size: 'default', width: 64, height: 32 });
  });

  it('is refused for a name that the template does not have, and beside several', async () => {
    const refused = await validate({ size: 'portrai' });
    const message = 'the template has no size portrai; did you mean "portrait"?; it has default, portrait, poster';
    expect(refused.errors).toEqual([{ field: 'size', code: 'INVALID_VALUE', message, value: 'portrai' }]);
    const both = await validate({ size: 'portrait', sizes: ['default'] });
    expect(both.errors).toMatchObject([{ field: 'sizes', message: 'sizes must not be given beside size' }]);
  });
});

describe('an order of several sizes', () => {
  const sizes = ['portrait', 'default'];

  it('is accepted and held as one, and answered with the video of its first size', async () => {
    const { video, replayed } = await create({ sizes, metadata: 'order 7' }, 'key 1');
    expect(video).toMatchObject({
      size: 'portrait',
      width: 32,
      batch_row: 1,
      metadata: 'order 7',
      status: 'PROCESSING',
    });
    expect(replayed).toBe(false);
    const batch = await videos.rpc.call(BATCHES_RPC.get, { org_id: org, id: video.batch_id! });
    expect(batch).toMatchObject({ videos: { total: 2, processing: 2 }, credits: { total: 4, held: 4 } });
    expect(videos.ledger.ids(org, 'held')).toHaveLength(2);
    expect(await create({ sizes, metadata: 'order 7' }, 'key 1')).toEqual({ video, replayed: true });
    expect(await videos.em.fork().count(VideoRow, {})).toBe(2);
    const other = refusalOf(create({ sizes: ['default'], metadata: 'order 7' }, 'key 1'));
    expect(await other).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is refused as one: without credits for all of it, and for a fault in one size', async () => {
    videos.ledger.balance = 3;
    expect(await refusalOf(create({ sizes }))).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: 'Required: 4 credits, Available: 3 credits',
    });
    expect(await refusalOf(create({ sizes: ['default', 'square'] }))).toMatchObject({
      details: [{ field: 'sizes[1]', value: 'square' }],
    });
    const pages = [{ number: 1, layers: [{ name: 'none', text: 'x' }] }];
    expect(await refusalOf(create({ sizes, pages }))).toMatchObject({
      details: [{ field: 'pages[0].layers[0].name', message: 'none is not a layer of this page' }],
    });
    expect(await videos.em.fork().count(VideoRow, {})).toBe(0);
    expect(await videos.em.fork().count(BatchRow, {})).toBe(0);
    expect(videos.ledger.balance).toBe(3);
  });

  it('is priced together, and inspected in each size', async () => {
    const warning = warningAt('pages[0].layers[0].x', { code: 'LAYER_OUTSIDE_FRAME', message: 'far out' });
    videos.engine.warnings = [
      warning,
      warningAt('pages[0].layers[0]', { code: 'TEXT_OVERFLOW', message: 'cut' }),
      warningAt('pages[0].layers[0].opacity', { code: 'LAYER_TRANSPARENT', message: 'unseen' }),
    ];
    const verdict = await validate({ sizes: [...sizes, 'poster'] });
    expect(verdict).toMatchObject({ valid: true, errors: [], duration: 2, credits: 12 });
    expect(verdict.sizes).toEqual([
      { size: 'portrait', width: 32, height: 64, credits: 2 },
      { size: 'default', width: 64, height: 32, credits: 2 },
      { size: 'poster', width: 3840, height: 2160, credits: 8 },
    ]);
    expect(verdict.warnings.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'pages[0].layers[0].for_size.portrait.x: far out (in size portrait)',
      'pages[0].layers[0]: cut',
      'pages[0].layers[0].opacity: unseen (in size portrait, default)',
      'pages[0].layers[0].x: far out (in size default, poster)',
    ]);
    expect(videos.engine.inspected.map(({ document }) => document.width).toSorted((a, b) => a - b)).toEqual([
      32, 64, 3840,
    ]);
  });

  it('ends with one event, when all of its videos have ended, however they end', async () => {
    const { video } = await create({ sizes: [...sizes, 'poster'] });
    const rows = await videos.em.fork().find(VideoRow, { batchId: video.batch_id });
    const idOf = (wanted: string): string => rows.find(({ size }) => size === wanted)!.id;
    videos.announce(3, 3);
    const claim = await videos.begin(idOf('default'));
    const failing = await videos.begin(idOf('poster'));
    expect([claim.plan.order, failing.plan.order]).toEqual(Array(2).fill(`${video.batch_id}:1`));
    const failure = { code: 'ASSET_UNSUPPORTED', message: 'The image is not supported', retryable: false } as const;
    await videos.report(idOf('poster'), failing.epoch, { failure });
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id: idOf('portrait') });
    const events = () => videos.received.batchEvents.filter(({ batch }) => batch.id === video.batch_id);
    await eventually(async () => {
      expect(await manifestOf(video.batch_id!)).toMatchObject([
        { size: 'default', status: 'PROCESSING' },
        { size: 'portrait', status: 'CANCELED' },
        { size: 'poster', status: 'FAILED', error: { code: failure.code } },
      ]);
    });
    expect(events()).toEqual([]);
    await videos.succeed(idOf('default'), claim);
    await eventually(() => expect(events()).toHaveLength(1));
    expect(events()).toMatchObject([
      {
        type: 'batch.finished',
        batch: { videos: { completed: 1, failed: 1, canceled: 1 }, credits: { captured: 2, released: 10 } },
      },
    ]);
  });
});

describe('a batch in several sizes', () => {
  it('has a video of each row in each size', async () => {
    const batch = await createBatch([{ '1.title.text': 'A' }, { '1.title.text': 'B' }], {
      sizes: ['default', 'portrait'],
    });
    expect(batch).toMatchObject({ videos: { total: 4 }, credits: { total: 8 } });
    expect(await sizesOf(batch.id)).toEqual(['1 default', '1 portrait', '2 default', '2 portrait']);
    const first = await manifestOf(batch.id, {}, 3);
    expect(first.map(({ row, size }) => `${row} ${size}`)).toEqual(['1 default', '1 portrait', '2 default']);
    const rest = await manifestOf(batch.id, { after_row: 2, after_size: 'default' });
    expect(rest).toMatchObject([{ row: 2, size: 'portrait' }]);
  });

  it('needs no rows', async () => {
    const batch = await createBatch(undefined, { sizes: ['default', 'portrait'] });
    expect(await sizesOf(batch.id)).toEqual(['1 default', '1 portrait']);
    const refused = await videos.rpc.call(BATCHES_RPC.validate, batchOf(undefined, { sizes: ['default', 'no'] }));
    expect(refused.errors).toMatchObject([{ field: 'sizes[1]' }]);
  });

  it('lets a row have others', async () => {
    const rows = '1.title.text,video.sizes\nA,"default, portrait"\nB,portrait\nC,\nD,"[""poster""]"';
    const batch = await createBatch(rows, { size: 'default' });
    expect(await sizesOf(batch.id)).toEqual(['1 default', '1 portrait', '2 portrait', '3 default', '4 poster']);
    const json = await createBatch([{ 'video.size': 'portrait' }, {}], { sizes: ['default', 'portrait'] });
    expect(await sizesOf(json.id)).toEqual(['1 portrait', '2 default', '2 portrait']);
  });

  it('names row and column of a size that the template does not have', async () => {
    const request = batchOf([{ 'video.sizes': ['default'] }, { 'video.sizes': ['default', 'no'] }]);
    const { errors } = await videos.rpc.call(BATCHES_RPC.validate, request);
    expect(errors).toMatchObject([
      {
        field: 'rows[1].video.sizes[1]',
        message: expect.stringMatching(/^row 2, column video.sizes: the template has no/),
      },
    ]);
  });

  it('is limited by its videos', async () => {
    const rows = Array.from({ length: 5_001 }, () => ({}));
    const { errors } = await videos.rpc.call(BATCHES_RPC.validate, batchOf(rows, { sizes: ['default', 'portrait'] }));
    expect(errors).toMatchObject([{ field: 'rows', message: expect.stringContaining('at most 10000 videos') }]);
  });
});
