import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { createTemplate, createVideo, movingDocument, untilEnded } from './steps.js';

/** Number of rollouts: more than the attempts that a video has. */
const ROLLOUTS = 4;
/** Time limit, ms. The end of a lease alone would take 60 s. */
const WITHIN_MS = 45_000;

describe('a renderer that is stopped while it draws', () => {
  let system: TestSystem;

  beforeAll(async () => {
    system = await startSystem({ STOP_GRACE_MS: '0' });
  });

  afterAll(() => system.stop(), 60_000);

  it('hands its video to the next one, as often as it happens', async () => {
    const template = await createTemplate(system, movingDocument(20, { width: 1280, height: 720 }));
    const { id } = await createVideo(system, { template_id: template, format: 'mp4' });
    for (let rollout = 1; rollout <= ROLLOUTS; rollout++) {
      await untilAtWork(id, true);
      await system.terminate('renderer');
      await untilAtWork(id, false);
    }
    expect((await untilEnded(system, id, ROLLOUTS * WITHIN_MS)).status).toBe('COMPLETED');
  }, 400_000);

  /** Waits until a renderer draws the video, or none does: there is an estimate exactly while one draws. */
  async function untilAtWork(id: string, isAtWork: boolean): Promise<void> {
    await eventually(
      async () => {
        const { body } = await system.call('GET', `/videos/${id}`);
        const { status, eta_seconds } = body as { status: string; eta_seconds: number | null };
        expect([status, eta_seconds !== null]).toEqual(['PROCESSING', isAtWork]);
      },
      { timeoutMs: WITHIN_MS },
    );
  }
});
