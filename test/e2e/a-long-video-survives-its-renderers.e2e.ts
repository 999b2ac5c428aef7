import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { countFrames, decodingFaults } from './read-file.js';
import { counted, isDrawn, type Step, stepsOf, untilFree } from './render-steps.js';
import { createTemplate, createVideo, movedAt, movingDocument, readVideo, untilEnded } from './steps.js';

const PAGES = 6;
const PAGE_S = 45;
const FPS = 24;
const RENDERERS = 2;
const SIZE = { width: 1920, height: 1080 };
const WITHIN_MS = 120_000;

/**
 * Pages that move around their middle only, where the estimate of an unknown template looks at them: two minutes of CPU
 * time by the estimate, a few seconds in truth.
 */
function document(): object {
  const page = (n: number) => ({
    number: n + 1,
    duration: PAGE_S,
    background_color: n % 2 ? '#0f3d3e' : '#3e0f3d',
    layers: [{ name: 'title', type: 'text', text: `Page ${n + 1}`, keyframes: movedAt(PAGE_S / 2) }],
  });
  return { name: 'Long', ...SIZE, pages: Array.from({ length: PAGES }, (_, n) => page(n)) };
}

describe('a long video on two renderers', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem({
      RENDER_SLOTS: '1',
      LEASE_TIMEOUT_MS: '10000',
      RECONCILE_INTERVAL_MS: '500',
      STOP_GRACE_MS: '0',
    });
    await system.addRenderer();
  });

  afterAll(() => system.stop(), 60_000);

  /** Renders a video and signals a renderer in the middle of a part, after another part has been finished. */
  async function renderAndSignal(signal: NodeJS.Signals): Promise<{ hit: Step; after: Step[] }> {
    await untilFree(system, RENDERERS);
    const template_id = await createTemplate(system, document()); // nothing is known of its costs
    const { id } = await createVideo(system, { template_id, format: 'mp4', fps: FPS });
    const hit = await eventually(
      async () => {
        const steps = await stepsOf(system, id);
        const drawn = steps.find(isDrawn);
        const isUnderWay = steps.some(({ kind, state }) => kind === 'pictures' && state === 'DONE');
        return drawn !== undefined && isUnderWay && drawn;
      },
      { timeoutMs: WITHIN_MS },
    );
    process.kill(hit.renderer_pid!, signal);
    const progress: number[] = [];
    await eventually(
      async () => {
        const video = await readVideo(system, id);
        progress.push(video.progress);
        if (video.status === 'PROCESSING') throw new Error(`still PROCESSING at ${video.progress} %`);
        expect(video.status).toBe('COMPLETED');
        expect(await countFrames(video.video_url)).toBe(PAGES * PAGE_S * FPS);
        expect(await decodingFaults(video.video_url)).toBe('');
      },
      { timeoutMs: WITHIN_MS, everyMs: 200 },
    );
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    return { hit, after: await stepsOf(system, id) };
  }

  /** Asserts that the step of the lost renderer was begun again, and no other. */
  function expectOneBegunAgain(after: readonly Step[], hit: Step): void {
    expect(after.filter(({ epoch }) => epoch > 1).map(({ index }) => index)).toEqual([hit.index]);
  }

  it('loses one part with a renderer that is killed, and no part that was finished', async () => {
    const lost = () => counted(system, 'framewright_segment_attempts_total{outcome="lost"}');
    const lostBefore = await lost();
    const { hit, after } = await renderAndSignal('SIGKILL');
    expectOneBegunAgain(after, hit);
    expect(after[hit.index]).toMatchObject({ epoch: 2, attempts: 2, losses: 1 });
    expect(await lost()).toBe(lostBefore + 1);
  }, 300_000);

  it('is handed over by a renderer that stops, and loses one part at most', async () => {
    const released = () => counted(system, 'framewright_segment_attempts_total{outcome="release"}');
    const releasedBefore = await released();
    const { hit, after } = await renderAndSignal('SIGTERM');
    expectOneBegunAgain(after, hit);
    expect(after[hit.index]).toMatchObject({ epoch: 2, attempts: 1, losses: 0 });
    expect(await released()).toBe(releasedBefore + 1);
  }, 300_000);

  it('stops on all of them within a second of its cancellation', async () => {
    await untilFree(system, RENDERERS);
    const template_id = await createTemplate(system, movingDocument(60, SIZE));
    const { id } = await createVideo(system, { template_id, format: 'mp4', fps: FPS });
    await eventually(async () => expect((await stepsOf(system, id)).filter(isDrawn)).toHaveLength(RENDERERS));
    await eventually(async () => (await readVideo(system, id)).progress > 0);
    const canceledAt = performance.now();
    await system.call('POST', `/videos/${id}/cancel`);
    await eventually(async () =>
      expect(await counted(system, 'framewright_render_slots{encoder="software",use="busy"}')).toBe(0),
    );
    expect(performance.now() - canceledAt).toBeLessThan(1_000);
    expect((await untilEnded(system, id)).status).toBe('CANCELED');
  }, 120_000);
});
