import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { VIDEOS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { StepRow } from '../videos/step.entity.js';

const FRAMES = 2_400;
/** Size of a video that an unknown template is estimated to draw in 75 CPU seconds. */
const LARGE = { width: 1920, height: 1080, fps: 24 };
const PLACES = { edges: [620, 2_000], moving: [1_150, 1_500] };

const videos = useVideos();

afterEach(() => videos.clear());
const stepsOf = (video: string): Promise<StepRow[]> =>
  videos.em.fork().find(StepRow, { video }, { orderBy: { index: 'asc' } });
const accept = (hasAssets: boolean): Promise<string> =>
  videos.accept(randomUUID(), FRAMES, { ...LARGE, cutPlaces: { ...PLACES, hasAssets } });

/** Announces four slots as renderers do, until the check holds. */
const announcing = (takesSteps: boolean, check: () => Promise<void> | void): Promise<void> =>
  eventually(
    async () => {
      videos.announce(4, 4, takesSteps);
      await check();
    },
    { everyMs: 100 },
  );

describe('a long video', () => {
  it('is cut for the free slots of an organization: its pictures, its sound, and what joins them', async () => {
    const id = await accept(false);
    await announcing(true, async () => expect((await stepsOf(id)).length).toBeGreaterThan(1));
    const rows = await stepsOf(id);
    const shown = rows.map(({ kind, fromFrame, toFrame }) => [kind, fromFrame, toFrame]);
    expect(shown).toEqual([
      ['pictures', 0, 620],
      ['pictures', 620, 1_500],
      ['pictures', 1_500, FRAMES],
      ['sound', 0, FRAMES],
      ['stitch', 0, FRAMES],
    ]);
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    expect(rows.map(({ long }) => long)).toEqual([true, true, true, false, false]);
    expect(rows.at(-1)!.state).toBe('BLOCKED');
    expect(rows.slice(0, -1).map(({ state }) => state)).not.toContain('BLOCKED');
    await announcing(true, () => expect(videos.received.jobsOf(id)).toBeGreaterThan(1));
  });

  it('fetches its assets first, and nothing else waits for a renderer meanwhile', async () => {
    const id = await accept(true);
    await announcing(true, async () => expect((await stepsOf(id)).length).toBeGreaterThan(1));
    const states = (await stepsOf(id)).map(({ kind, state }) => [kind, state === 'BLOCKED']);
    expect(states.filter(([, isBlocked]) => !isBlocked)).toEqual([['assets', false]]);
  });

  it('is dispatched whole where a renderer does not take the steps', async () => {
    const id = await accept(false);
    await announcing(false, () => expect(videos.received.jobsOf(id)).toBe(1));
    expect(await stepsOf(id)).toMatchObject([{ kind: 'video', fromFrame: 0, toFrame: FRAMES, state: 'DISPATCHED' }]);
  });

  it('is canceled with all its steps', async () => {
    const id = await accept(true);
    await announcing(true, async () => expect((await stepsOf(id)).length).toBeGreaterThan(1));
    const [row] = await videos.em.fork().execute<{ org_id: string }[]>('SELECT org_id FROM videos WHERE id = ?', [id]);
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: row!.org_id, id });
    expect(new Set((await stepsOf(id)).map(({ state }) => state))).toEqual(new Set(['DROPPED']));
  });
});

describe('a video that is not worth it', () => {
  it('stays whole, and is looked at once', async () => {
    const [short, cheap] = [await videos.accept(randomUUID(), 24, LARGE), await videos.accept(randomUUID())];
    const second = { ...LARGE, width: 8_000, height: 8_000, cutPlaces: { ...PLACES, hasAssets: false } };
    const dear = await videos.accept(randomUUID(), 24, second);
    await announcing(true, () => expect(videos.received.jobsOf(dear)).toBe(1));
    for (const id of [short, cheap, dear]) expect((await stepsOf(id)).map(({ kind }) => kind)).toEqual(['video']);
  });
});
