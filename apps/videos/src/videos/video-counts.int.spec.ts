import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { VIDEO_STATUSES, VIDEOS_RPC, type VideoStatus } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { addUpVideoChanges } from './video-counts.js';

const videos = useVideos();

const list = (org_id: string, status?: VideoStatus) =>
  videos.rpc.call(VIDEOS_RPC.listVideos, { org_id, limit: 1, ...(status && { status }) });

/** Expects lists to show these numbers, and counting row by row to give the same. */
async function expectTotals(org: string, totals: Partial<Record<VideoStatus, number>>): Promise<void> {
  for (const status of VIDEO_STATUSES) {
    const [row] = await videos.em.execute<[{ total: number }]>(
      'SELECT count(*)::int AS total FROM videos WHERE org_id = ? AND status = ?',
      [org, status],
    );
    expect([status, row.total]).toEqual([status, totals[status] ?? 0]);
    expect([status, (await list(org, status)).pagination.total]).toEqual([status, row.total]);
  }
  const all = Object.values(totals).reduce((sum, each) => sum + each, 0);
  expect((await list(org)).pagination.total).toBe(all);
}

const untilStatus = (org_id: string, id: string, status: VideoStatus) =>
  eventually(async () =>
    expect((await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id, id })).video.status).toBe(status),
  );

describe('the number of videos', () => {
  it('is that of the rows, whatever has become of them and however often changes were added up', async () => {
    const org = randomUUID();
    await expectTotals(org, {});
    await videos.reserve(org);
    await expectTotals(org, {});
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await videos.accept(org));
    const [done, failed, canceled, removed] = ids as [string, string, string, string];
    await expectTotals(org, { PROCESSING: 5 });
    await addUpVideoChanges(videos.em);
    await expectTotals(org, { PROCESSING: 5 });
    await videos.succeed(done, await videos.begin(done));
    await untilStatus(org, done, 'COMPLETED');
    const claim = await videos.begin(failed);
    const failure = { code: 'ASSET_FETCH_FAILED', message: 'gone', retryable: false } as const;
    await videos.report(failed, claim.epoch, { failure });
    await untilStatus(org, failed, 'FAILED');
    for (const id of [canceled, removed]) await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id });
    await expectTotals(org, { PROCESSING: 1, COMPLETED: 1, FAILED: 1, CANCELED: 2 });
    await videos.rpc.call(VIDEOS_RPC.removeVideo, { org_id: org, id: removed });
    await expectTotals(org, { PROCESSING: 1, COMPLETED: 1, FAILED: 1, CANCELED: 1 });
    await Promise.all([addUpVideoChanges(videos.em), addUpVideoChanges(videos.em), addUpVideoChanges(videos.em)]);
    await expectTotals(org, { PROCESSING: 1, COMPLETED: 1, FAILED: 1, CANCELED: 1 });
    // Removes rows as the sweeps do after months. The deleted one goes with the others, and was subtracted before.
    await videos.em.execute(`DELETE FROM videos WHERE org_id = ? AND status <> 'PROCESSING'`, [org]);
    await expectTotals(org, { PROCESSING: 1 });
    await addUpVideoChanges(videos.em);
    await expectTotals(org, { PROCESSING: 1 });
  });

  it('is added up by itself, so that few changes are left', async () => {
    const org = randomUUID();
    await videos.accept(org);
    const changes = () => videos.em.execute('SELECT 1 FROM video_changes WHERE org_id = ?', [org]);
    await eventually(async () => expect(await changes()).toEqual([]));
    expect(await videos.em.execute('SELECT status, videos::int FROM video_totals WHERE org_id = ?', [org])).toEqual([
      { status: 'PROCESSING', videos: 1 },
    ]);
    await expectTotals(org, { PROCESSING: 1 });
  });

  it('makes no video wait for another one of its organization', async () => {
    const org = randomUUID();
    const id = await videos.accept(org);
    await eventually(async () => expect(await videos.em.execute('SELECT 1 FROM video_changes')).toEqual([]));
    await videos.em.transactional(async (tx) => {
      await tx.execute(`UPDATE videos SET status = 'CANCELED', finished_at = now() WHERE id = ?`, [id]);
      await videos.accept(org); // while the change before is neither there nor not
      await addUpVideoChanges(videos.em);
      expect((await list(org)).pagination.total).toBe(2);
    });
    await expectTotals(org, { PROCESSING: 1, CANCELED: 1 });
  });
});
