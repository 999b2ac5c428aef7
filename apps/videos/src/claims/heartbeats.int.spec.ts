import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { MAX_INTEGER, VIDEOS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { type RunningVideos, startVideos } from '../testing/running-videos.js';
import { RENEW, SHOW } from './heartbeat-statements.js';
import { Heartbeats } from './heartbeats.js';

const SLOTS = 40;
/** A twelfth of a lease. */
const RENEWED_EVERY_MS = 5_000;

let videos: RunningVideos;

beforeAll(async () => {
  // The lease is as long as in production, so that rows which a spec locks do not count as silent.
  videos = await startVideos({ LEASE_TIMEOUT_MS: String(12 * RENEWED_EVERY_MS) });
});
afterEach(() => videos.clear());
afterAll(() => videos.stop());

/**
 * Makes videos of 240 frames, each drawn for 10 s in its first attempt and with a heartbeat that is due to be written.
 */
async function draw(org: string, count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => videos.accept(org)));
  const em = videos.em.fork();
  await em.execute(
    `UPDATE segments SET state = 'LEASED', epoch = 1, attempts = 1, worker = 'w1', claimed_at = now() - interval '10 s',
            heartbeat_at = now() - interval '10 s' WHERE org_id = ?`,
    [org],
  );
  await em.execute(`UPDATE videos SET started_at = now() WHERE org_id = ?`, [org]);
  return ids;
}

/** Number of transactions that wrote the present rows of an organization. */
async function writers(table: 'segments' | 'videos', org: string): Promise<number> {
  const rows = await videos.em.fork().execute(`SELECT DISTINCT xmin::text FROM ${table} WHERE org_id = ?`, [org]);
  return rows.length;
}

/** Number of an organization's steps that have drawn `frames` frames. */
async function drawn(org: string, frames: number): Promise<number> {
  const rows = await videos.em
    .fork()
    .execute('SELECT 1 FROM segments WHERE org_id = ? AND frames_done = ?', [org, frames]);
  return rows.length;
}

const progressUpdates = (id: string): number[] =>
  videos.received.updates.filter(({ video }) => video.id === id).map(({ video }) => video.progress);

/** Performs the work while the clock of this process is ten minutes behind, as the clock of one replica may be. */
async function tenMinutesBehind<T>(work: () => T): Promise<Awaited<T>> {
  const timers = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
  const others = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
  jest.useFakeTimers({ now: Date.now() - 600_000, doNotFake: [...timers, ...others] });
  try {
    return await work();
  } finally {
    jest.useRealTimers();
  }
}

describe('a replica whose clock is behind', () => {
  it('renews leases as the others do', async () => {
    const org = randomUUID();
    const [id] = await draw(org, 1);
    const heartbeat = { video_id: id!, segment: 0, epoch: 1, worker: 'w1', frames_done: 120 };
    await tenMinutesBehind(() => videos.app.get(Heartbeats).take(heartbeat));
    await eventually(async () => expect(await drawn(org, 120)).toBe(1));
    expect(await silenceS(org)).toBeLessThan(10);
  });

  it('grants claims that the others take for alive', async () => {
    const org = randomUUID();
    const id = await videos.accept(org);
    expect(await tenMinutesBehind(() => videos.claim(id))).toMatchObject({ granted: true });
    expect(await silenceS(org)).toBeLessThan(60);
  });
});

/** Seconds since the latest sign of life of an organization's only step. */
async function silenceS(org: string): Promise<number> {
  const [row] = await videos.em
    .fork()
    .execute<{ s: string }[]>(
      'SELECT extract(epoch FROM clock_timestamp() - heartbeat_at) AS s FROM segments WHERE org_id = ?',
      [org],
    );
  return Number(row!.s);
}

describe('heartbeats of many slots', () => {
  it('share their transactions, and every video has its update', async () => {
    const org = randomUUID();
    const ids = await draw(org, SLOTS);
    for (const id of ids) videos.heartbeat(id, 1, 120);
    await eventually(async () => expect(await drawn(org, 120)).toBe(SLOTS));
    await eventually(() => {
      for (const id of ids) expect(progressUpdates(id)).toContain(50);
    });
    // One transaction for all, two where a new round of writing began in between, or a few on a machine that stands
    // still.
    expect(await writers('segments', org)).toBeLessThan(SLOTS / 4);
    expect(await writers('videos', org)).toBeLessThan(SLOTS / 4);
    const { video, version } = await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id: ids[0]! });
    expect(video).toMatchObject({ progress: 50, eta_seconds: expect.any(Number) });
    const update = videos.received.updates.filter((each) => each.video.id === video.id).at(-1);
    expect(update).toEqual({ org_id: org, version, video });
  });

  it('count by their own claim and their own video', async () => {
    const org = randomUUID();
    const [lost, canceled, done, slow] = (await draw(org, 4)) as [string, string, string, string];
    const em = videos.em.fork();
    await em.execute('UPDATE segments SET epoch = 2 WHERE video_id = ?', [lost]);
    // Slow enough that its estimate is beyond what the column takes.
    await em.execute(
      `UPDATE segments SET to_frame = 2000000, claimed_at = now() - interval '20 min' WHERE video_id = ?`,
      [slow],
    );
    await em.execute('UPDATE videos SET frame_count = 2000000 WHERE id = ?', [slow]);
    await em.execute(`UPDATE videos SET status = 'CANCELED', finished_at = now() WHERE id = ?`, [canceled]);
    await em.execute(`UPDATE segments SET state = 'DROPPED' WHERE video_id = ?`, [canceled]);
    // A renderer repeats its heartbeats: the service skips one while a sweep holds the row.
    const beat = () => {
      videos.heartbeat(slow, 1, 1);
      videos.heartbeat(lost, 1, 200); // of the claim before
      videos.heartbeat(lost, 2, 24);
      videos.heartbeat(canceled, 1, 120);
      videos.heartbeat(done, 1, MAX_INTEGER); // more than there are
    };
    await eventually(async () => {
      beat();
      expect(await drawn(org, 24)).toBe(1);
      expect(await drawn(org, 240)).toBe(1);
      expect(new Set(videos.received.cancellations)).toEqual(new Set([canceled]));
      expect(new Set(progressUpdates(lost))).toEqual(new Set([10]));
      expect(new Set(progressUpdates(done))).toEqual(new Set([99]));
      expect(new Set(progressUpdates(slow))).toEqual(new Set([0]));
    });
    expect(await drawn(org, 0)).toBe(1);
  });

  it('wait for no step that another transaction holds', async () => {
    const org = randomUUID();
    const ids = await draw(org, 3);
    await videos.em.transactional(async (tx) => {
      await tx.execute('SELECT 1 FROM segments WHERE video_id = ? FOR UPDATE', [ids[0]]);
      await tx.execute('SELECT 1 FROM videos WHERE id = ? FOR UPDATE', [ids[1]]);
      await eventually(async () => {
        for (const id of ids) videos.heartbeat(id, 1, 48);
        expect(await drawn(org, 48)).toBe(2);
        expect(progressUpdates(ids[2]!)).toContain(20);
      });
    });
    await eventually(() => {
      for (const id of ids) videos.heartbeat(id, 1, 60);
      for (const id of ids) expect(progressUpdates(id)).toContain(25);
    });
  });
});

/** Number of rows of both tables that this session has updated, and of updates that left the indexes unchanged. */
async function updatesOf(session: pg.Client): Promise<Record<string, { all: number; inPlace: number }>> {
  const { rows } = await session.query<{ table: string; all: number; inPlace: number }>(
    `SELECT relname AS table, n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace"
       FROM pg_stat_xact_user_tables WHERE relname IN ('videos', 'segments')`,
  );
  return Object.fromEntries(rows.map(({ table, ...counts }) => [table, counts]));
}

/** Makes `count` videos, claimed just now. @returns their ids */
async function drawMany(count: number): Promise<string[]> {
  const drawn = await videos.em.execute<{ id: string }[]>(
    `WITH drawn AS (
       INSERT INTO videos (id, org_id, status, template_id, template_version, format, fps, width, height, frame_count,
                           duration_s, credits, document, public_key, created_at, updated_at, accepted_at, started_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'PROCESSING', gen_random_uuid(), 1, 'mp4', 24, 320, 180, 24000,
              1000, 1, '{}', 'videos/' || n, now(), now(), now(), now() FROM generate_series(1, ?::int) AS n
       RETURNING id, org_id
     )
     INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, queued_at, epoch, claimed_at, heartbeat_at)
     SELECT id, 0, org_id, 0, 24000, 'LEASED', now(), 1, now(), now() FROM drawn RETURNING video_id AS id`,
    [count],
  );
  return drawn.map(({ id }) => id);
}

/**
 * Runs `work` in one transaction, which is rolled back. @returns its result, and the rows that its statements have
 * updated
 */
async function updatesIn(
  work: (session: pg.Client) => Promise<void>,
): Promise<Record<string, { all: number; inPlace: number }>> {
  const session = new pg.Client(videos.databaseUrl);
  await session.connect();
  try {
    await session.query('BEGIN');
    await work(session);
    return await updatesOf(session);
  } finally {
    await session.end();
  }
}

/** Calls RENEW with heartbeats received in `inMs` from now. @returns the frames drawn of each video that it renews */
async function renew(session: pg.Client, ids: readonly string[], frames: number, inMs: number): Promise<number[]> {
  const each = (value: unknown) => ids.map(() => value);
  const values = [ids, each(0), each(1), each(frames), each(-inMs), RENEWED_EVERY_MS];
  const { rows } = await session.query<{ frames_done: number }>(RENEW.text, values);
  return rows.map((row) => row.frames_done);
}

const show = (session: pg.Client, ids: readonly string[], percent: number, eta: number) =>
  session.query(SHOW.text, [ids, ids.map(() => percent), ids.map(() => eta), new Date()]);

describe('what a slot writes', () => {
  it('changes no index', async () => {
    const ids = (await drawMany(1_000)).filter((_, n) => n % 10 === 0);
    const updates = await updatesIn(async (session) => {
      await renew(session, ids, 2_400, RENEWED_EVERY_MS);
      await show(session, ids, 10, 5);
    });
    for (const table of ['videos', 'segments']) {
      expect(updates[table]!.all).toBe(100);
      expect(updates[table]!.inPlace).toBeGreaterThan(90);
    }
  });

  it('is a lease every few seconds, although every heartbeat reports progress', async () => {
    const ids = await drawMany(1);
    const frames: number[][] = [];
    const updates = await updatesIn(async (session) => {
      for (let second = 0; second < 60; second += 1) {
        frames.push(await renew(session, ids, second, RENEWED_EVERY_MS + second * 1_000));
      }
      const latest = await session.query(
        'SELECT round(extract(epoch FROM heartbeat_at - now()))::int AS in_s FROM segments WHERE video_id = $1',
        ids,
      );
      expect(latest.rows).toEqual([{ in_s: 60 }]); // in a transaction PostgreSQL's time stands still
    });
    expect(frames).toEqual(Array.from({ length: 60 }, (_, second) => [second]));
    expect(updates['segments']!.all).toBe(12);
  });

  it('is a video at each per cent, and at each tenth by which the time to go has changed', async () => {
    const ids = await drawMany(1);
    const updates = await updatesIn(async (session) => {
      for (let second = 1; second <= 1_000; second += 1) {
        await show(session, ids, Math.min(99, Math.floor(second / 10)), 1_000 - second);
      }
      const shown = await session.query('SELECT progress, eta_seconds FROM videos WHERE id = $1', ids);
      expect(shown.rows).toEqual([{ progress: 99, eta_seconds: 0 }]);
    });
    // A hundred writes for the percentages, ten in the last ten seconds, and a few while the remaining time is short.
    expect(updates['videos']!.all).toBeLessThan(150);
    expect(updates['videos']!.all).toBeGreaterThan(100);
  });
});
