import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '#libs/testing';
import { startVideos, type RunningVideos } from '../testing/running-videos.js';

const LEASE_MS = 6_000;

let videos: RunningVideos;

beforeAll(async () => {
  const times = { LEASE_TIMEOUT_MS: String(LEASE_MS), RECONCILE_INTERVAL_MS: '600000' };
  videos = await startVideos(times);
});

afterAll(() => videos.stop());

it('a lost renderer is noticed when its lease is over, and not only in the next round of all repairs', async () => {
  const id = await videos.accept(randomUUID());
  const { epoch } = await videos.begin(id);
  await eventually(() => expect(videos.received.jobsOf(id)).toBe(2), { timeoutMs: 2 * LEASE_MS });
  expect(await videos.begin(id, 'w2')).toMatchObject({ epoch: epoch + 1 });
});
