import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { wrap } from '@mikro-orm/core';
import {
  type AppError,
  type Batch,
  BATCHES_RPC,
  type CorrectVideo,
  type CreatedBatch,
  type RowFormat,
  type Template,
  VIDEOS_RPC,
} from '#libs/contracts';
import { withCallerSignal } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { eventually } from '#libs/testing';
import { StaleBatches } from '../repair/stale-batches.js';
import { useVideos } from '../testing/running-videos.js';
import { VideoRow } from '../videos/video.entity.js';
import { BatchRow } from './batch.entity.js';

const videos = useVideos();
let template: Template;

const org = randomUUID();
const DOCUMENT = {
  name: 'Card',
  width: 64,
  height: 64,
  variables: { accent: { type: 'color', default: '#ff0000' }, price: { type: 'number', default: 1 } },
  pages: [
    {
      number: 1,
      duration: 1,
      layers: [
        { name: 'title', type: 'text', text: 'Hello {{price}}', text_color: '{{accent}}' },
        { name: 'badge', type: 'shape', shape: 'rectangle', width: 10, height: 10, open: ['x', 'width'] },
      ],
    },
  ],
};

beforeAll(async () => {
  template = await eventually(() => videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document: DOCUMENT }));
});

afterEach(async () => {
  await videos.clear();
  videos.ledger.holds.clear();
  videos.ledger.balance = 1_000_000;
  videos.ledger.lostReplies = 0;
});

type Rows = readonly Record<string, unknown>[] | string;

function requestOf(rows: Rows | undefined, rest: object = {}) {
  const text = rows === undefined || typeof rows === 'string' ? rows : JSON.stringify(rows);
  const row_format: RowFormat = typeof rows === 'string' ? 'csv' : 'json';
  const body = { template_id: template.id, format: 'mp4', ...rest };
  return { org_id: org, body, row_format, ...(text !== undefined && { rows: text }) };
}

function create(rows: Rows, { key, ...rest }: { key?: string } & Record<string, unknown> = {}): Promise<CreatedBatch> {
  const request = requestOf(rows, rest);
  const body_sha256 = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return videos.rpc.call(BATCHES_RPC.create, {
    ...request,
    body_sha256,
    ...(key !== undefined && { idempotency_key: key }),
  });
}

const get = (id: string): Promise<Batch> => videos.rpc.call(BATCHES_RPC.get, { org_id: org, id });
const faultsOf = async (rows: Rows | undefined, rest: object = {}) => {
  const { valid, errors } = await videos.rpc.call(BATCHES_RPC.validate, requestOf(rows, rest));
  expect(valid).toBe(false);
  return errors.map(({ field, code, message }) => `${field} ${code} ${message}`);
};
const stored = async () => ({
  videos: await videos.em.fork().count(VideoRow, {}),
  batches: await videos.em.fork().count(BatchRow, {}),
});
const titles = (count: number) => Array.from({ length: count }, (_, row) => ({ '1.title.text': `Row ${row + 1}` }));

describe('a batch', () => {
  it('makes a video of each row, held in one step and listed in the order of rows', async () => {
    const { batch, replayed } = await create(titles(300), { name: 'Autumn' });
    expect(replayed).toBe(false);
    expect(batch).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'PROCESSING',
      self: `http://127.0.0.1:1/v1/batches/${batch.id}`,
      name: 'Autumn',
      metadata: null,
      webhook_url: null,
      template_id: template.id,
      template_version: 1,
      format: 'mp4',
      test: false,
      retry_of: null,
      videos: { total: 300, processing: 300, completed: 0, failed: 0, canceled: 0 },
      credits: { total: 300, held: 300, captured: 0, released: 0 },
      progress: 0,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      canceled_at: null,
      finished_at: null,
    });
    expect(await get(batch.id)).toEqual(batch);
    expect(videos.ledger.ids(org, 'held')).toHaveLength(300);
    const query = { org_id: org, batch_id: batch.id, limit: 2, offset: 255 };
    const page = await videos.rpc.call(VIDEOS_RPC.listVideos, query);
    expect(page.pagination).toEqual({ limit: 2, offset: 255, total: 300, has_more: true });
    expect(page.data).toMatchObject([
      { batch_id: batch.id, batch_row: 256, status: 'PROCESSING' },
      { batch_id: batch.id, batch_row: 257 },
    ]);
    const listed = await videos.rpc.call(BATCHES_RPC.list, { org_id: org });
    expect(listed).toMatchObject({ data: [{ id: batch.id }], pagination: { total: 1 } });
  });

  it('of CSV sets layers, variables and options as their types demand, and leaves what is empty', async () => {
    const csv =
      '\uFEFF1.title.text,1.badge.visible,price,accent,video.metadata\r\n"Say ""hi"",\nyou",FALSE,12.5,#00ff00,7\r\n,TRUE,,,\r\n';
    const { batch } = await create(csv, {
      modifications: { pages: [{ number: 1, layers: [{ name: 'title', text: 'All' }] }] },
    });
    const rows = await videos.em
      .fork()
      .find(VideoRow, { batchId: batch.id }, { populate: ['document'], orderBy: { batchRow: 'asc' } });
    expect(rows.map(({ metadata }) => metadata ?? null)).toEqual(['7', null]);
    expect(rows.map(({ document }) => document)).toMatchObject([
      { pages: [{ layers: [{ text: 'Say "hi",\nyou', text_color: '#00ff00' }, { visible: false }] }] },
      { pages: [{ layers: [{ text: 'All', text_color: '#ff0000' }, { visible: true }] }] },
    ]);
  });

  it('sets what a layer opens, and nothing else of it', async () => {
    await create('1.badge.x,1.badge.width\n12,50%\n,30');
    const rows = await videos.em.fork().find(VideoRow, {}, { populate: ['document'], orderBy: { batchRow: 'asc' } });
    expect(rows.map(({ document }) => document)).toMatchObject([
      { pages: [{ layers: [{}, { x: 12, width: '50%' }] }] },
      { pages: [{ layers: [{}, { width: 30 }] }] },
    ]);
    expect(await faultsOf([{ '1.badge.height': 5 }])).toEqual([
      expect.stringMatching(
        /^rows\[0\]\.1\.badge\.height INVALID_VALUE .*height is not modifiable by a caller: .*"open": \["height"\]/,
      ),
    ]);
  });

  it('of a CSV file at a URL has its rows, in place of others', async () => {
    const csv_url = 'https://example.com/rows.csv';
    videos.engine.files.set(csv_url, '1.title.text,price\nOne,1\nTwo,2\n');
    const request = { ...requestOf(undefined, { csv_url }), body_sha256: '00' };
    expect((await videos.rpc.call(BATCHES_RPC.create, request)).batch.videos.total).toBe(2);
    expect(await faultsOf(titles(1), { csv_url })).toEqual([
      'csv_url INVALID_VALUE csv_url must not be given beside rows',
    ]);
    const missing = 'https://example.com/missing.csv';
    expect(await faultsOf(undefined, { csv_url: missing })).toEqual(['csv_url INVALID_VALUE it answered 404']);
    expect(await faultsOf(undefined, { csv_url: 'rows.csv' })).toMatchObject([expect.stringContaining('csv_url ')]);
  });

  it('uses the mapped columns only', async () => {
    const rows = [{ Headline: 'A', 'E-Mail': 'a@example.com' }];
    const { batch } = await create(rows, { mapping: { Headline: '1.title.text' } });
    expect(batch.videos.total).toBe(1);
  });

  it.each([
    [
      [{ '1.titel.text': 'x' }],
      {},
      ['rows[0].1.titel.text INVALID_VALUE column 1.titel.text: page 1 has no layer titel; did you mean "title"?'],
    ],
    [
      [{ '3.title.text': 'x' }],
      {},
      ['rows[0].3.title.text INVALID_VALUE column 3.title.text: the template has no page 3, its last page is 1'],
    ],
    [
      [{ prise: 1 }],
      {},
      ['rows[0].prise INVALID_VALUE column prise: the template has no variable prise; did you mean "price"?'],
    ],
    [[{ a: 1 }], { mapping: { b: 'price' } }, ['mapping.b INVALID_VALUE column b: no row has it']],
    [undefined, {}, ['rows REQUIRED_FIELD rows is required']],
    ['a,a\n1,2', {}, ['rows INVALID_VALUE rows must not have two columns a']],
    ['price\n1\n"2', {}, [expect.stringMatching(/^rows INVALID_FORMAT rows must be CSV: Quote Not Closed/)]],
    ['price', {}, ['rows VALUE_TOO_SMALL rows must be a line of column names and at least one row']],
    [[{ price: 1 }], { fps: 12 }, ['fps INVALID_VALUE fps must be one of: 24, 30 for mp4 and webm']],
  ] as [Rows | undefined, object, string[]][])('is refused as a whole: %j %j', async (rows, rest, faults) => {
    expect(await faultsOf(rows, rest)).toEqual(faults);
  });

  it('with one bad row among many names row and column, and nothing is accepted', async () => {
    const rows = [...titles(600), { price: 'free' }, { accent: 'blurple' }].map((row) => ({ ...row }));
    const refused = await create(rows).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        {
          field: 'rows[600].price',
          code: 'INVALID_TYPE',
          message: 'row 601, column price: price must be a number',
          value: 'free',
        },
        {
          field: 'rows[601].accent',
          code: 'INVALID_VALUE',
          message: 'row 602, column accent: accent must be a CSS color',
        },
      ],
    });
    expect(await stored()).toEqual({ videos: 0, batches: 0 });
    expect(videos.ledger.ids(org, 'held')).toEqual([]); // the repair may release those of the test before meanwhile
  });

  it('with too many faults reports a hundred', async () => {
    const errors = await faultsOf(Array.from({ length: 2_000 }, () => ({ price: 'free' })));
    expect(errors).toHaveLength(100);
  });

  it('that the balance does not cover is refused, and nothing is accepted', async () => {
    videos.ledger.balance = 9;
    await expect(create(titles(10), { key: 'poor' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: 'Required: 10 credits, Available: 9 credits',
    });
    expect(await stored()).toEqual({ videos: 0, batches: 0 });
    videos.ledger.balance = 10;
    expect((await create(titles(10), { key: 'poor' })).replayed).toBe(false);
  });

  it('is made once by its key, also by requests at the same time', async () => {
    const made = await Promise.all([1, 2, 3].map(() => create(titles(20), { key: 'once' })));
    expect(made.map(({ replayed }) => replayed).sort()).toEqual([false, true, true]);
    expect(new Set(made.map(({ batch }) => batch.id)).size).toBe(1);
    expect(await stored()).toEqual({ videos: 20, batches: 1 });
    await expect(create(titles(21), { key: 'once' })).rejects.toMatchObject({
      details: [{ field: 'Idempotency-Key' }],
    });
  });

  it('whose validation is asked for costs nothing', async () => {
    const checked = await videos.rpc.call(BATCHES_RPC.validate, requestOf(titles(3)));
    expect(checked).toEqual({ valid: true, errors: [], warnings: [], videos: 3, credits: 3 });
    expect(await stored()).toEqual({ videos: 0, batches: 0 });
  });

  it('of tests takes their limit into account', async () => {
    expect((await create(titles(3), { test: true })).batch.credits.total).toBe(0);
    await expect(create(titles(1), { test: true })).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });

  it('of tests takes their limit into account also beside others that are sent at once', async () => {
    const sent = await Promise.allSettled(Array.from({ length: 4 }, () => create(titles(2), { test: true })));
    const refused = sent.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toMatchObject([1, 2, 3].map(() => ({ code: 'RATE_LIMIT_EXCEEDED' })));
    expect(await stored()).toEqual({ videos: 2, batches: 1 });
  });

  it('that was given up is removed in one round of repairs, with all others that were', async () => {
    const { batch } = await create(titles(1));
    const em = videos.em.fork();
    const given = { ...wrap(await em.findOneOrFail(BatchRow, batch.id)).toObject(), status: 'RELEASING' as const };
    const many = Array.from({ length: 25 }, () => ({ ...given, id: randomUUID() }));
    await em.insertMany(BatchRow, many);
    await videos.app.get(StaleBatches).repair();
    expect(await stored()).toEqual({ videos: 1, batches: 1 });
  });

  it('is found by its own organization alone', async () => {
    const { batch } = await create(titles(1));
    const foreign = { org_id: randomUUID(), id: batch.id };
    for (const contract of [BATCHES_RPC.get, BATCHES_RPC.cancel, BATCHES_RPC.retry]) {
      await expect(videos.rpc.call<object, unknown>(contract, foreign)).rejects.toMatchObject({
        code: 'RESOURCE_NOT_FOUND',
      });
    }
    const manifest = { ...foreign, after_row: 0, limit: 10 };
    await expect(videos.rpc.call(BATCHES_RPC.manifest, manifest)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    const page = await videos.rpc.call(VIDEOS_RPC.listVideos, { org_id: foreign.org_id, batch_id: batch.id });
    expect(page.data).toEqual([]);
  });
});

describe('batches of one organization', () => {
  /** Rows that take long to be judged, and no more than an organization may have. */
  const heavy = titles(2_000);
  const validate = (org_id: string, rows: Rows) =>
    videos.rpc.call(BATCHES_RPC.validate, { ...requestOf(rows, { template_id: owned.get(org_id)! }), org_id });
  const [a, b] = [randomUUID(), randomUUID()];
  const owned = new Map<string, string>();
  const batches = () => videos.app.get(Shares).of('batches');

  beforeAll(async () => {
    for (const org_id of [a, b]) {
      owned.set(org_id, (await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: DOCUMENT })).id);
    }
  });

  it('do not keep those of another waiting, and are refused beyond its share', async () => {
    const done: string[] = [];
    const of = (org: string, rows: Rows) => validate(org, rows).then(() => done.push(org));
    const caller = new AbortController();
    const many = withCallerSignal(caller.signal, () =>
      Array.from({ length: 40 }, () => of(a, heavy).catch((error: unknown) => (error as AppError).code)),
    );
    await eventually(() => expect(batches().load.waiting).toBeGreaterThan(10));
    await of(b, titles(2));
    expect(done).toEqual([b]);
    caller.abort();
    const refused = (await Promise.all(many)).filter((outcome) => outcome === 'RATE_LIMIT_EXCEEDED');
    expect(refused.length).toBeGreaterThan(0);
  });

  it('end when their caller has gone', async () => {
    const caller = new AbortController();
    const checked = withCallerSignal(caller.signal, () => validate(a, heavy));
    const ended = expect(checked).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    await eventually(() => expect(batches().load.active).toBe(1));
    caller.abort();
    await ended;
    await eventually(() => expect(batches().load.active).toBe(0), { timeoutMs: 2_000 });
  });

  it('store nothing that the balance cannot pay for', async () => {
    videos.ledger.balance = 9;
    const written = async (): Promise<number> => {
      const [row] = await videos.em.fork().execute<{ bytes: string }[]>("SELECT pg_current_wal_lsn() - '0/0' AS bytes");
      return Number(row!.bytes);
    };
    // Other specs write to the same server, so the limit is high: videos would write 600 kB and more in every attempt.
    await eventually(async () => {
      const before = await written();
      await expect(create(titles(600))).rejects.toMatchObject({
        code: 'INSUFFICIENT_CREDITS',
        details: 'Required: 600 credits, Available: 9 credits',
      });
      expect(await written()).toBeLessThan(before + 300_000);
    });
  });
});

it('a batch of hundreds delays the video of another organization by no more than those in progress', async () => {
  const { batch } = await create(titles(300));
  const jobsOf = () => videos.received.jobs.filter(({ video_id }) => batchVideos.has(video_id)).length;
  const rows = await videos.em.fork().find(VideoRow, { batchId: batch.id }, { fields: ['id'] });
  const batchVideos = new Set(rows.map(({ id }) => id));
  await eventually(() => expect(jobsOf()).toBe(2)); // no renderer has announced itself
  const other = await videos.accept(randomUUID());
  await videos.begin([...batchVideos].find((id) => videos.received.jobsOf(id) > 0)!);
  await eventually(() => expect(videos.received.jobsOf(other)).toBe(1));
  expect(jobsOf()).toBe(2);
});

describe('a crash while a batch is accepted', () => {
  it('before the credits are held leaves nothing', async () => {
    const { batch } = await create(titles(5), { key: 'crash' });
    await asIfCrashed(batch.id, { holding: false });
    await eventually(async () => expect(await stored()).toEqual({ videos: 0, batches: 0 }));
    expect((await create(titles(5), { key: 'crash' })).replayed).toBe(false);
  });

  it('after the credits are held returns them', async () => {
    const { batch } = await create(titles(5));
    await asIfCrashed(batch.id, { holding: true });
    await eventually(async () => expect(await stored()).toEqual({ videos: 0, batches: 0 }));
    expect(videos.ledger.ids(org, 'held')).toEqual([]);
    expect(videos.ledger.balance).toBe(1_000_000);
  });

  it('that only loses the reply of the ledger changes nothing', async () => {
    videos.ledger.lostReplies = 1;
    const { batch } = await create(titles(5));
    expect(videos.ledger.ids(org, 'held')).toHaveLength(5);
    expect(batch.credits.held).toBe(5);
  }, 60_000);

  /** Puts the rows of an accepted batch back to what they were before its acceptance, a minute ago. */
  async function asIfCrashed(id: string, { holding }: { holding: boolean }): Promise<void> {
    await videos.em.fork().transactional(async (tx) => {
      await tx.execute('DELETE FROM segments');
      await tx.execute(`UPDATE videos SET status = 'RESERVING' WHERE batch_id = ?`, [id]);
      await tx.execute(
        `UPDATE batches SET status = 'RESERVING', holding = ?, touched_at = now() - interval '1 minute' WHERE id = ?`,
        [holding, id],
      );
      await tx.execute('UPDATE idempotency_keys SET answer = NULL');
    });
    if (!holding) videos.ledger.holds.clear();
  }
});

describe('the end of a batch', () => {
  it('comes with the last video, and its numbers add up', async () => {
    const { batch } = await create(titles(3));
    const [first, second, third] = await rowsOf(batch.id);
    videos.announce(3, 3);
    await videos.succeed(first!, await videos.begin(first!));
    await failFor(second!);
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id: third! });
    await eventually(async () =>
      expect(await get(batch.id)).toMatchObject({
        status: 'FINISHED',
        videos: { total: 3, processing: 0, completed: 1, failed: 1, canceled: 1 },
        credits: { total: 3, held: 0, captured: 1, released: 2 },
        progress: 100,
        finished_at: expect.any(String),
      }),
    );
    const finished = await get(batch.id);
    const occurred_at = finished.finished_at;
    const event = { schema: 1, type: 'batch.finished', occurred_at, org_id: org, batch: finished };
    await eventually(() => expect(eventsOf(batch.id)).toEqual([event]));
    const manifest = await videos.rpc.call(BATCHES_RPC.manifest, {
      org_id: org,
      id: batch.id,
      after_row: 0,
      limit: 10,
    });
    expect(manifest).toMatchObject([
      {
        row: 1,
        size: 'default',
        video_id: first,
        status: 'COMPLETED',
        video_url: expect.stringContaining(`/videos/${first!}/`),
        error: null,
      },
      {
        row: 2,
        size: 'default',
        video_id: second,
        status: 'FAILED',
        video_url: null,
        error: expect.objectContaining({ code: 'RENDER_FAILED' }),
      },
      {
        row: 3,
        size: 'default',
        video_id: third,
        status: 'CANCELED',
        video_url: null,
        error: expect.objectContaining({ code: 'CANCELED' }),
      },
    ]);
    expect(manifest.map(({ cells, metadata }) => [cells, metadata])).toEqual(titles(3).map((row) => [row, null]));
  });

  it('follows after its cancellation', async () => {
    const { batch } = await create(titles(60));
    const canceled = await videos.rpc.call(BATCHES_RPC.cancel, { org_id: org, id: batch.id });
    expect(canceled.canceled_at).not.toBeNull();
    await eventually(
      async () => {
        const ended = { status: 'FINISHED', videos: { canceled: 60, processing: 0 } };
        expect(await get(batch.id)).toMatchObject(ended);
      },
      { timeoutMs: 60_000 },
    );
    const [some] = await rowsOf(batch.id);
    await eventually(() => expect(videos.received.eventsOf(some!)).toContain('video.failed CANCELED'));
  }, 90_000);

  const correct = (id: string, more: Partial<Omit<CorrectVideo, 'body'>> & { body?: object } = {}) =>
    videos.rpc.call(VIDEOS_RPC.correctVideo, {
      ...{ org_id: org, body_sha256: '00', replaces: id, ...more },
      body: { template_id: template.id, format: 'mp4', ...more.body },
    });

  it('is followed by another one when a failed row was corrected, and the corrected video counts in its stead', async () => {
    const { batch } = await create([...titles(2), { '1.title.text': 'Bad', 'video.metadata': 'sku 3' }]);
    const [first, second, third] = await rowsOf(batch.id);
    videos.announce(3, 3);
    for (const id of [first!, second!]) await videos.succeed(id, await videos.begin(id));
    await failFor(third!);
    await eventually(() => expect(eventsOf(batch.id)).toHaveLength(1));

    const keyed = { idempotency_key: 'row 3' };
    const tries = await Promise.allSettled([correct(third!, keyed), correct(third!, keyed), correct(third!)]);
    const made = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.video] : []));
    const id = made[0]!.id;
    expect(new Set(made.map((each) => each.id)).size).toBe(1);
    expect(made[0]).toMatchObject({ batch_id: batch.id, batch_row: 3, status: 'PROCESSING' });
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'CONFLICT' });
    await expect(correct(third!)).rejects.toMatchObject({ code: 'CONFLICT', details: `${id} has taken its place` });
    const credits = { total: 3, held: 1, captured: 2, released: 0 };
    const counts = { total: 3, processing: 1, failed: 0 };
    expect(await get(batch.id)).toMatchObject({ status: 'PROCESSING', finished_at: null, credits, videos: counts });
    const details = (of: string) => videos.rpc.call(VIDEOS_RPC.videoDetails, { org_id: org, id: of });
    expect([await details(id), await details(third!)]).toMatchObject([{ replaces: third }, { replaced_by: id }]);
    await videos.rpc.call(VIDEOS_RPC.removeVideo, { org_id: org, id: third! });
    expect(await details(id)).toMatchObject({ replaces: null });

    await videos.succeed(id, await videos.begin(id));
    await eventually(() => expect(eventsOf(batch.id)).toHaveLength(2));
    expect(eventsOf(batch.id)[1]).toMatchObject({ sequence: 2, batch: { videos: { completed: 3, failed: 0 } } });
    const manifest = await videos.rpc.call(BATCHES_RPC.manifest, { org_id: org, id: batch.id, after_row: 2, limit: 9 });
    expect(manifest).toMatchObject([
      { row: 3, video_id: id, status: 'COMPLETED', cells: { 'video.metadata': 'sku 3' } },
    ]);
  });

  it('is not undone by a correction that is refused', async () => {
    const { batch } = await create(titles(2));
    const [failed, other] = await rowsOf(batch.id);
    await expect(correct(failed!)).rejects.toMatchObject({ code: 'CONFLICT', details: 'It is PROCESSING, not FAILED' });
    videos.announce(2, 2);
    await failFor(failed!);
    await eventually(async () => expect(await get(batch.id)).toMatchObject({ videos: { failed: 1 } }));
    await expect(correct(failed!, { org_id: randomUUID() })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    const ofOtherKind = { format: 'webm', test: true, sizes: ['default'] };
    await expect(correct(failed!, { body: ofOtherKind })).rejects.toMatchObject({ details: [{ field: 'sizes' }] });
    await expect(correct(failed!, { body: { ...ofOtherKind, sizes: [] } })).rejects.toMatchObject({
      details: [{ field: 'format' }, { field: 'test' }],
    });
    videos.ledger.balance = -1_000; // also once the credits of the failed video are returned
    await expect(correct(failed!)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    videos.ledger.balance = 1_000_000;
    await videos.rpc.call(BATCHES_RPC.cancel, { org_id: org, id: batch.id });
    await expect(correct(failed!)).rejects.toMatchObject({ code: 'CONFLICT', details: 'Its batch was canceled' });
    await eventually(async () => {
      expect(await get(batch.id)).toMatchObject({ status: 'FINISHED', videos: { failed: 1, canceled: 1 } });
    });
    await expect(correct(other!)).rejects.toMatchObject({ code: 'CONFLICT', details: 'It is CANCELED, not FAILED' });
  });

  it('lets its failed videos be rendered again, as a batch of the same rows', async () => {
    const { batch } = await create(titles(3), { name: 'First' });
    const retry = { org_id: org, id: batch.id, idempotency_key: 'again' };
    await expect(videos.rpc.call(BATCHES_RPC.retry, retry)).rejects.toMatchObject({ code: 'CONFLICT' });
    const [first, second, third] = await rowsOf(batch.id);
    videos.announce(3, 3);
    await videos.succeed(first!, await videos.begin(first!));
    for (const id of [second!, third!]) await failFor(id);
    await eventually(async () => expect((await get(batch.id)).status).toBe('FINISHED'));
    const made = await videos.rpc.call(BATCHES_RPC.retry, retry);
    expect(made).toMatchObject({
      replayed: false,
      batch: { retry_of: batch.id, name: 'First', videos: { total: 2, processing: 2 }, credits: { total: 2, held: 2 } },
    });
    expect(await videos.rpc.call(BATCHES_RPC.retry, retry)).toEqual({ ...made, replayed: true });
    const again = await videos.em
      .fork()
      .find(VideoRow, { batchId: made.batch.id }, { populate: ['document'], orderBy: { batchRow: 'asc' } });
    expect(again.map(({ batchRow }) => batchRow)).toEqual([2, 3]);
    expect(again[0]!.document).toMatchObject({ pages: [{ layers: [{ text: 'Row 2' }, {}] }] });
    expect(again[0]!.publicKey).toContain(again[0]!.id);
    for (const { id } of again) await videos.succeed(id, await videos.begin(id));
    await eventually(() =>
      expect(eventsOf(made.batch.id)).toMatchObject([{ batch: { retry_of: batch.id, videos: { completed: 2 } } }]),
    );
    expect(eventsOf(batch.id)).toHaveLength(1);
  });

  function eventsOf(batchId: string) {
    return videos.received.batchEvents.filter(({ batch }) => batch.id === batchId);
  }

  async function rowsOf(batchId: string): Promise<string[]> {
    const rows = await videos.em.fork().find(VideoRow, { batchId }, { orderBy: { batchRow: 'asc' }, fields: ['id'] });
    return rows.map(({ id }) => id);
  }

  async function failFor(id: string): Promise<void> {
    const { epoch } = await videos.begin(id);
    const failure = { code: 'RENDER_FAILED', message: 'It broke', retryable: false } as const;
    await videos.report(id, epoch, { failure });
  }
});
