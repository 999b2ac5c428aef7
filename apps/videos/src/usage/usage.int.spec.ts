import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type UsageCounts, VIDEOS_RPC, type VideoStatus } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { addUpUsage } from './usage-days.js';

const videos = useVideos();

const NONE = { finished: 0, failed: 0, canceled: 0, seconds: 0 };
const UNUSED = { ...NONE, credits: 0, failures: [], tests: NONE };
const day = (time: Date): string => time.toISOString().slice(0, 10);

const untilStatus = (org_id: string, id: string, status: VideoStatus) =>
  eventually(async () =>
    expect((await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id, id })).video.status).toBe(status),
  );

async function finish(org: string, id: string): Promise<void> {
  await videos.succeed(id, await videos.begin(id));
  await untilStatus(org, id, 'COMPLETED');
}

const usage = (org_id: string, period: { from?: string; to?: string; of?: string } = {}) =>
  videos.rpc.call(VIDEOS_RPC.usage, { org_id, ...period });
const usedOf = async (org: string): Promise<UsageCounts> => (await usage(org)).total;

describe('the usage of an organization', () => {
  it('is what became of its videos, from the moment they end, however often changes were added up', async () => {
    const org = randomUUID();
    expect(await usedOf(org)).toEqual(UNUSED);
    const [done, failed, canceled] = [await videos.accept(org), await videos.accept(org, 48), await videos.accept(org)];
    expect(await usedOf(org)).toEqual(UNUSED);
    await finish(org, done);
    expect(await usedOf(org)).toEqual({ ...UNUSED, finished: 1, seconds: 10, credits: 1 });
    const claim = await videos.begin(failed);
    const failure = { code: 'ASSET_FETCH_FAILED', message: 'gone', retryable: false } as const;
    await videos.report(failed, claim.epoch, { failure });
    await untilStatus(org, failed, 'FAILED');
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id: canceled });
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id: await videos.acceptTest(org) });
    const used = {
      ...{ finished: 1, failed: 1, canceled: 1, seconds: 10, credits: 1 },
      failures: [{ code: 'ASSET_FETCH_FAILED', videos: 1 }],
      tests: { ...NONE, canceled: 1 },
    };
    expect(await usedOf(org)).toEqual(used);
    await Promise.all([1, 2, 3].map(() => addUpUsage(videos.em)));
    expect(await usedOf(org)).toEqual(used);
    await videos.rpc.call(VIDEOS_RPC.removeVideo, { org_id: org, id: done });
    await videos.em.execute('DELETE FROM videos WHERE org_id = ?', [org]);
    expect(await usedOf(org)).toEqual(used);
  });

  it('is split by template, and by the key or user whose requests created the videos', async () => {
    const org = randomUUID();
    const [first, second, test] = [await videos.accept(org), await videos.accept(org), await videos.acceptTest(org)];
    const [template, key] = [randomUUID(), randomUUID()];
    const change = 'UPDATE videos SET template_id = ?, creator_type = ?, creator_id = ? WHERE id = ?';
    await videos.em.execute(change, [template, 'key', key, first]);
    await videos.em.execute(change, [template, null, null, second]);
    await videos.em.execute(change, [randomUUID(), 'user', randomUUID(), test]);
    const byTemplate = () => videos.rpc.call(VIDEOS_RPC.usageByTemplate, { org_id: org });
    const byCreator = () => videos.rpc.call(VIDEOS_RPC.usageByCreator, { org_id: org });
    expect(await byTemplate()).toMatchObject({ data: [], pagination: { total: 0 } });
    await finish(org, first);
    for (const id of [second, test]) await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id });
    const one = { finished: 1, failed: 0, canceled: 0, seconds: 10, credits: 1 };
    const expected = async () => {
      expect((await byTemplate()).data).toEqual([{ template_id: template, template_name: null, ...one, canceled: 1 }]);
      expect((await byCreator()).data).toEqual([{ created_by: { type: 'key', id: key, name: null }, ...one }]);
      expect((await usage(org, { of: key })).total).toEqual({ ...UNUSED, ...one });
      expect((await usage(org, { of: template })).total).toMatchObject({ finished: 1, canceled: 1 });
    };
    await expected();
    await Promise.all([1, 2, 3].map(() => addUpUsage(videos.em)));
    await expected();
    const beyond = { org_id: org, offset: 5 };
    expect(await videos.rpc.call(VIDEOS_RPC.usageByTemplate, beyond)).toMatchObject({
      data: [],
      pagination: { total: 1 },
    });
    expect(await videos.rpc.call(VIDEOS_RPC.usageByCreator, { org_id: randomUUID() })).toMatchObject({ data: [] });
  });

  it('is not changed by a transition that is rolled back', async () => {
    const org = randomUUID();
    const id = await videos.accept(org);
    const end = `UPDATE videos SET status = 'FAILED', finished_at = now(), error = '{"code":"FONT_FAILED"}' WHERE id = ?`;
    const undone = videos.em.fork().transactional(async (tx) => {
      await tx.execute(end, [id]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await usedOf(org)).toEqual(UNUSED);
    await videos.em.execute(end, [id]);
    expect(await usedOf(org)).toMatchObject({ failed: 1, failures: [{ code: 'FONT_FAILED', videos: 1 }] });
  });

  it('belongs to the day on which a video ended, in UTC', async () => {
    const org = randomUUID();
    const [first, second] = [await videos.accept(org), await videos.accept(org)];
    const end = `UPDATE videos SET status = 'COMPLETED', finished_at = ? WHERE id = ?`;
    await videos.em.execute(end, ['2026-03-01T23:59:59.999Z', first]);
    await videos.em.execute(end, ['2026-03-02T00:00:00.000Z', second]);
    const { data } = await usage(org, { from: '2026-02-28', to: '2026-03-03' });
    expect(data.map(({ date, finished }) => [date, finished])).toEqual([
      ['2026-03-03', 0],
      ['2026-03-02', 1],
      ['2026-03-01', 1],
      ['2026-02-28', 0],
    ]);
  });

  it('is that of no other organization, and of no other days', async () => {
    const org = randomUUID();
    await finish(org, await videos.accept(org));
    expect(await usedOf(randomUUID())).toEqual(UNUSED);
    expect((await usage(org, { from: '2020-01-01', to: '2020-12-31' })).total).toEqual(UNUSED);
    await expect(usage(org, { from: '2020-01-01' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is added up by itself, so that few changes are left', async () => {
    const org = randomUUID();
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id: await videos.accept(org) });
    const changes = () => videos.em.execute('SELECT 1 FROM usage_changes WHERE org_id = ?', [org]);
    await eventually(async () => expect(await changes()).toEqual([]));
    expect(await usedOf(org)).toMatchObject({ canceled: 1 });
  });

  it('has a few rows a day to read, however many videos ended', async () => {
    const org = randomUUID();
    await videos.em.execute(
      `INSERT INTO usage_changes (org_id, day, outcome, test, seconds, credits)
       SELECT ?, ?::date - n % 3, CASE n % 2 WHEN 0 THEN 'COMPLETED' ELSE 'RENDER_FAILED' END, false, 1, 1
         FROM generate_series(1, 25000) AS n`,
      [org, day(new Date())],
    );
    while (await addUpUsage(videos.em));
    expect(await usedOf(org)).toMatchObject({ finished: 12_500, failed: 12_500, credits: 12_500 });
    expect(await videos.em.execute('SELECT 1 FROM usage_days WHERE org_id = ?', [org])).toHaveLength(6);
  });
});
