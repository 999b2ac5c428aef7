import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { VIDEOS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { StepRow } from './step.entity.js';
import { DispatchTurnRow } from '../queue/dispatch-turn.entity.js';

const TIMEOUT = { code: 'RENDER_TIMEOUT', message: 'A frame takes too long', retryable: false } as const;
const CRASH = { code: 'RENDER_FAILED', message: 'ffmpeg ended', retryable: true } as const;

const videos = useVideos({ ORG_MAX_AT_ONCE: '4' });

afterEach(() => videos.clear());
const turnOf = (orgId: string): Promise<DispatchTurnRow> => videos.em.fork().findOneOrFail(DispatchTurnRow, { orgId });
const stepOf = (video: string): Promise<StepRow> => videos.em.fork().findOneOrFail(StepRow, { video });

async function untilCompleted(org_id: string, id: string): Promise<void> {
  await eventually(async () =>
    expect((await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id, id })).video.status).toBe('COMPLETED'),
  );
}

/** Moves the beginning of an attempt back by `seconds`. */
async function age(video: string, seconds: number): Promise<void> {
  await videos.em
    .fork()
    .execute('UPDATE segments SET claimed_at = claimed_at - make_interval(secs => ?) WHERE video_id = ?', [
      seconds,
      video,
    ]);
}

describe('an organization', () => {
  it.each<[end: string, finish: (orgId: string, id: string, epoch: number) => Promise<unknown>]>([
    ['times out', (_, id, epoch) => videos.report(id, epoch, { failure: TIMEOUT })],
    ['fails and is repeated', (_, id, epoch) => videos.report(id, epoch, { failure: CRASH })],
    ['is handed back', (_, id, epoch) => videos.report(id, epoch, { handed_back: true })],
    ['is canceled', (org_id, id) => videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id, id })],
    ['is lost', () => Promise.resolve()], // it sends no heartbeats
  ])('is charged for the slot of an attempt that %s', async (_end, finish) => {
    const orgId = randomUUID();
    const id = await videos.accept(orgId);
    const { epoch } = await videos.begin(id);
    const { costMs } = await stepOf(id);
    expect((await turnOf(orgId)).finishMs).toBe(costMs);
    await age(id, 100);
    await finish(orgId, id, epoch);
    await eventually(async () => expect((await turnOf(orgId)).finishMs).toBeGreaterThanOrEqual(100_000), {
      timeoutMs: 15_000,
    });
    expect((await turnOf(orgId)).finishMs).toBeLessThan(100_000 + 2 * costMs + 15_000);
  });

  it('is charged less where an attempt took less than it was estimated at', async () => {
    const orgId = randomUUID();
    const id = await videos.accept(orgId, 24_000); // 20 s
    await videos.succeed(id, await videos.begin(id));
    await eventually(async () => expect((await turnOf(orgId)).finishMs).toBeLessThan(10_000));
    await untilCompleted(orgId, id);
  });

  it('whose attempts time out leaves a slot to others until one succeeds', async () => {
    const [many, few] = [randomUUID(), randomUUID()];
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await videos.accept(many));
    videos.announce(2, 2);
    const [first, second] = [await videos.begin(ids[0]!), await videos.begin(ids[1]!)];
    for (const id of ids.slice(2)) await eventually(async () => expect((await stepOf(id)).state).toBe('DISPATCHED'));
    const other = await videos.accept(few);
    await videos.report(ids[0]!, first.epoch, { failure: TIMEOUT });
    await videos.report(ids[1]!, second.epoch, { failure: TIMEOUT });
    await eventually(async () => expect((await turnOf(many)).heldBack).toBe(true));
    const third = await videos.begin(ids[2]!);
    expect(await videos.claim(ids[3]!, 'w2')).toEqual({ granted: false, reason: 'leased' });
    expect((await stepOf(ids[3]!)).state).toBe('WAITING');
    await videos.succeed(other, await videos.begin(other, 'w2'));
    await videos.succeed(ids[2]!, third);
    await eventually(async () => expect((await turnOf(many)).heldBack).toBe(false));
    await Promise.all([untilCompleted(few, other), untilCompleted(many, ids[2]!)]);
    await videos.begin(ids[3]!, 'w2');
  }, 60_000);

  it('has the next video of a template that timed out estimated as a long one', async () => {
    const [orgId, templateId] = [randomUUID(), randomUUID()];
    const id = await videos.accept(orgId, 24, { templateId });
    const { epoch, plan } = await videos.begin(id);
    expect(plan.drawing_limit_ms).toBe(60_000);
    await age(id, 60);
    await videos.report(id, epoch, { failure: TIMEOUT });
    await eventually(async () => {
      const next = await stepOf(await videos.accept(randomUUID(), 24, { templateId }));
      expect(next).toMatchObject({ long: true });
      expect(next.costMs).toBeGreaterThan(24 * 60_000);
    });
  });
});
