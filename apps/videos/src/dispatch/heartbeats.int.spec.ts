import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { VIDEOS_RPC } from '#libs/contracts';
import { eventually, startNats, startPostgres, type TestNats, type TestPostgres } from '#libs/testing';
import { type RunningVideos, startVideos } from '../testing/running-videos.js';
import { RENEW, SHOW } from './heartbeat-statements.js';

const SLOTS = 40;

let postgres: TestPostgres;
let nats: TestNats;
let videos: RunningVideos;
let databaseUrl: string;

beforeAll(async () => {
  [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  databaseUrl = await postgres.createOwner('videos');
  videos = await startVideos({ databaseUrl, natsUrl: nats.url });
});
afterEach(() => videos.clear());
afterAll(async () => {
  await videos.stop();
  await Promise.all([postgres.stop(), nats.stop()]);
});

/** Videos of 240 frames, each being drawn in its first attempt for 10 s. */
async function draw(org: string, count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => videos.accept(org)));
  const em = videos.em.fork();
  await em.execute(
    `UPDATE segments SET state = 'LEASED', epoch = 1, attempts = 1, worker = 'w1', claimed_at = now() - interval '10 s',
            heartbeat_at = now() WHERE org_id = ?`,
    [org],
  );
  await em.execute(`UPDATE videos SET started_at = now() WHERE org_id = ?`, [org]);
  return ids;
}

/** How many transactions wrote what is stored now of an organization's rows. */
async function writers(table: 'segments' | 'videos', org: string): Promise<number> {
  const rows = await videos.em.fork().execute(`SELECT DISTINCT xmin::text FROM ${table} WHERE org_id = ?`, [org]);
  return rows.length;
}

/** How many of an organization's segments have drawn so many frames. */
async function drawn(org: string, frames: number): Promise<number> {
  const rows = await videos.em
    .fork()
    .execute('SELECT 1 FROM segments WHERE org_id = ? AND frames_done = ?', [org, frames]);
  return rows.length;
}

const progressTold = (id: string): number[] =>
  videos.heard.news.filter(({ video }) => video.id === id).map(({ video }) => video.progress);

describe('heartbeats of many slots', () => {
  it('share their transactions, and every video is told of', async () => {
    const org = randomUUID();
    const ids = await draw(org, SLOTS);
    for (const id of ids) videos.heartbeat(id, 1, 120);
    await eventually(async () => expect(await drawn(org, 120)).toBe(SLOTS));
    await eventually(() => {
      for (const id of ids) expect(progressTold(id)).toContain(50);
    });
    // One each, or two where a round of writing began in between; a few more on a machine that stands still.
    expect(await writers('segments', org)).toBeLessThan(SLOTS / 4);
    expect(await writers('videos', org)).toBeLessThan(SLOTS / 4);
    const { video, version } = await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id: ids[0]! });
    expect(video).toMatchObject({ progress: 50, eta_seconds: expect.any(Number) });
    const news = videos.heard.news.filter((each) => each.video.id === video.id).at(-1);
    expect(news).toEqual({ org_id: org, version, video });
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
    videos.heartbeat(slow, 1, 1);
    videos.heartbeat(lost, 1, 200); // of the claim before
    videos.heartbeat(lost, 2, 24);
    videos.heartbeat(canceled, 1, 120);
    videos.heartbeat(done, 1, 1e300); // more than there are
    await eventually(async () => {
      expect(await drawn(org, 24)).toBe(1);
      expect(await drawn(org, 240)).toBe(1);
    });
    await eventually(() => expect(videos.heard.cancellations).toEqual([canceled]));
    expect(await drawn(org, 0)).toBe(1);
    await eventually(() => expect(progressTold(lost)).toEqual([10]));
    await eventually(() => expect(progressTold(done)).toEqual([99]));
    await eventually(() => expect(progressTold(slow)).toEqual([0]));
  });

  it('wait for no segment that another transaction holds', async () => {
    const org = randomUUID();
    const ids = await draw(org, 3);
    await videos.em.transactional(async (tx) => {
      await tx.execute('SELECT 1 FROM segments WHERE video_id = ? FOR UPDATE', [ids[0]]);
      await tx.execute('SELECT 1 FROM videos WHERE id = ? FOR UPDATE', [ids[1]]);
      await eventually(async () => {
        for (const id of ids) videos.heartbeat(id, 1, 48);
        expect(await drawn(org, 48)).toBe(2);
        expect(progressTold(ids[2]!)).toContain(20);
      });
    });
    await eventually(() => {
      for (const id of ids) videos.heartbeat(id, 1, 60);
      for (const id of ids) expect(progressTold(id)).toContain(25);
    });
  });
});

/** How many rows of both tables this session has updated, and how many of these updates left the indexes alone. */
async function updatesOf(session: pg.Client): Promise<Record<string, { all: number; inPlace: number }>> {
  const { rows } = await session.query<{ table: string; all: number; inPlace: number }>(
    `SELECT relname AS table, n_tup_upd::int AS all, n_tup_hot_upd::int AS "inPlace"
       FROM pg_stat_xact_user_tables WHERE relname IN ('videos', 'segments')`,
  );
  return Object.fromEntries(rows.map(({ table, ...counts }) => [table, counts]));
}

it('progress of some videos among many changes no index', async () => {
  await videos.em.execute(
    `WITH drawn AS (
       INSERT INTO videos (id, org_id, status, template_id, template_version, format, fps, width, height, frame_count,
                           duration_s, credits, document, public_key, created_at, updated_at, accepted_at, started_at)
       SELECT lpad(to_hex(n), 32, '0')::uuid, gen_random_uuid(), 'PROCESSING', gen_random_uuid(), 1, 'mp4', 24, 320, 180, 240,
              10, 1, '{}', 'videos/' || n, now(), now(), now(), now() FROM generate_series(1, 1000) AS n
       RETURNING id, org_id
     )
     INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, queued_at, epoch, claimed_at, heartbeat_at)
     SELECT id, 0, org_id, 0, 240, 'LEASED', now(), 1, now(), now() FROM drawn`,
  );
  const ids = Array.from({ length: 100 }, (_, n) => ((n + 1) * 10).toString(16).padStart(32, '0'));
  const each = (value: number) => ids.map(() => value);
  const session = new pg.Client(databaseUrl);
  await session.connect();
  await session.query('BEGIN');
  await session.query(RENEW.text, [ids, each(0), each(1), each(24), ids.map(() => new Date()), new Date()]);
  await session.query(SHOW.text, [ids, each(10), each(5), new Date()]);
  const updates = await updatesOf(session);
  await session.end();
  for (const table of ['videos', 'segments']) {
    expect(updates[table]!.all).toBe(100);
    expect(updates[table]!.inPlace).toBeGreaterThan(90);
  }
});
