import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { StepRow } from '../videos/step.entity.js';
import { valuesOf, WAITING_ORGS } from './waiting-orgs.js';

const videos = useVideos();

afterEach(() => videos.clear());

const stateOf = async (id: string): Promise<string> =>
  (await videos.em.fork().findOneOrFail(StepRow, { video: id })).state;
const dispatched = (ids: readonly string[]): Promise<number> =>
  videos.em.fork().count(StepRow, { video: { $in: [...ids] }, state: { $ne: 'WAITING' } });
/** Announces slots repeatedly, as renderers do, until the check holds. */
const announcing = (total: number, free: number, check: () => Promise<void>): Promise<void> =>
  eventually(
    async () => {
      videos.announce(total, free);
      await check();
    },
    { everyMs: 100 },
  );

describe('test videos', () => {
  it('wait while every slot is taken, and paid videos that come later go before them', async () => {
    const tests = [await videos.acceptTest(randomUUID()), await videos.acceptTest(randomUUID())];
    const paid: string[] = [];
    for (let n = 0; n < 4; n++) paid.push(await videos.accept(randomUUID()));
    await announcing(4, 0, async () => expect(await dispatched(paid)).toBe(4));
    expect(await dispatched(tests)).toBe(0);
    for (const id of paid) await videos.succeed(id, await videos.begin(id));
    await announcing(4, 4, async () => expect(await dispatched(tests)).toBe(2));
  });

  it('take idle slots up to half of all, and an organization’s share of them', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const tests: string[] = [];
    for (let n = 0; n < 3; n++) tests.push(await videos.acceptTest(one));
    for (let n = 0; n < 2; n++) tests.push(await videos.acceptTest(other));
    await announcing(6, 6, async () => expect(await dispatched(tests)).toBe(3));
    const paid = await videos.accept(randomUUID());
    await announcing(6, 3, async () => expect(await stateOf(paid)).toBe('DISPATCHED'));
    expect(await dispatched(tests)).toBe(3);
    expect(await dispatched(tests.slice(0, 3))).toBeLessThanOrEqual(2);
  });

  it('do not count as their organization’s paid videos', async () => {
    const org = randomUUID();
    for (let n = 0; n < 3; n++) await videos.acceptTest(org);
    const paid: string[] = [];
    for (let n = 0; n < 3; n++) paid.push(await videos.accept(org));
    await announcing(8, 8, async () => expect(await dispatched(paid)).toBe(3));
  });
});

describe('an organization that was away', () => {
  it('is served at the time of those that stayed, and what it was given counts on from there', async () => {
    const [stays, returns] = [randomUUID(), randomUUID()];
    const em = videos.em.fork();
    await em.execute(
      `INSERT INTO dispatch_turns (org_id, turn, start_ms, finish_ms) VALUES (?, 5, 50, 60), (?, 7, 70, 80), (?, 900, 9000, 9500)`,
      [...[stays, returns, randomUUID()]],
    );
    const first = await videos.accept(stays);
    await eventually(async () => expect(await stateOf(first)).toBe('DISPATCHED'));
    const [row] = await em.execute<Record<'turn' | 'start_ms' | 'finish_ms', string>[]>(
      'SELECT turn, start_ms, finish_ms FROM dispatch_turns WHERE org_id = ?',
      [stays],
    );
    const { costMs } = await em.findOneOrFail(StepRow, { video: first });
    expect(Object.values(row!).map(Number)).toEqual([901, 9_000, 9_000 + costMs]);
  });
});

describe('the queue with 100,000 steps waiting', () => {
  interface Plan {
    'Shared Hit Blocks': number;
    'Shared Read Blocks': number;
  }

  it('is read by organization, not as a whole', async () => {
    const em = videos.em.fork();
    // In parts that stay below the limit of a statement.
    for (let part = 0; part < 10; part += 1) {
      await em.execute(`
        INSERT INTO videos (id, org_id, status, template_id, template_version, format, fps, width, height, frame_count,
                            duration_s, credits, document, public_key, created_at, updated_at, accepted_at, test)
        SELECT gen_random_uuid(), ('00000000-0000-4000-8000-00000000000' || n % 5)::uuid, 'PROCESSING', gen_random_uuid(),
               1, 'mp4', 24, 320, 180, 24, 1, 1, '{}', 'key ' || n, now(), now(), now(), false
          FROM generate_series(1, 10000) AS n`);
      await em.execute(`
        INSERT INTO segments (video_id, segment, org_id, from_frame, to_frame, state, queued_at)
        SELECT id, 0, org_id, 0, 24, 'WAITING', now() FROM videos
         WHERE NOT EXISTS (SELECT FROM segments WHERE video_id = videos.id)`);
    }
    await em.execute('VACUUM ANALYZE segments');
    const [explained] = await em.execute<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${WAITING_ORGS}`,
      valuesOf({ isTest: false, limit: 8 }),
    );
    const { Plan: plan } = explained!['QUERY PLAN'][0]!;
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(200);
  });
});
