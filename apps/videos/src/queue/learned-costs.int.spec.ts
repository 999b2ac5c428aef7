import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type RenderCost, type Video, VIDEOS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { expectedMs, useVideos } from '../testing/running-videos.js';
import { RenderCostRow } from '../videos/render-cost.entity.js';
import { StepRow } from '../videos/step.entity.js';

const FRAMES = 240;

const videos = useVideos();
let template: string;

afterEach(() => videos.clear());
const estimateOf = async (id: string): Promise<number> =>
  (await videos.em.fork().findOneOrFail(StepRow, { video: id })).costMs;
const known = (): Promise<RenderCostRow | null> => videos.em.fork().findOne(RenderCostRow, { templateId: template });

/** Renders a video of the template at the cost `cpu_ms`, and waits until the cost is learned. */
async function render(cpu_ms: RenderCost): Promise<void> {
  const before = (await known())?.renders ?? 0;
  const id = await videos.accept(randomUUID(), FRAMES, { templateId: template });
  await videos.succeed(id, await videos.begin(id), 'video', cpu_ms);
  await eventually(async () => expect((await known())?.renders).toBe(before + 1));
}

describe('what a video costs', () => {
  it('is learned from the videos of its template', async () => {
    template = randomUUID();
    const first = await videos.accept(randomUUID(), FRAMES, { templateId: template });
    expect(await estimateOf(first)).toBe(expectedMs());
    await render({ frames_ms: 2_400, fixed_ms: 100 });
    await render({ frames_ms: 7_200, fixed_ms: 300 });
    expect(await known()).toMatchObject({ frameMs: 20, fixedMs: 200 });
    const like = (change: object) => videos.accept(randomUUID(), FRAMES, { templateId: template, ...change });
    expect(await estimateOf(await like({}))).toBe(20 * FRAMES + 200);
    expect(await estimateOf(await like({ frameCount: 480 }))).toBe(20 * 480 + 200);
    expect(await estimateOf(await like({ templateVersion: 2, width: 640, height: 360 }))).toBe(4 * 20 * FRAMES + 200);
    expect(await estimateOf(await like({ format: 'webm' }))).toBe(expectedMs());
  });

  it('follows a template that has become cheaper, and one odd measurement changes little', async () => {
    template = randomUUID();
    for (let n = 0; n < 12; n++) await render({ frames_ms: 24_000, fixed_ms: 0 });
    await render({ frames_ms: 240_000, fixed_ms: 0 });
    expect((await known())!.frameMs).toBeCloseTo(190, 0); // 100, and a tenth of the way to 1,000
  }, 60_000);

  it('that cannot be right teaches nothing', async () => {
    template = randomUUID();
    const id = await videos.accept(randomUUID(), FRAMES, { templateId: template });
    await videos.succeed(id, await videos.begin(id), 'video', { frames_ms: 0, fixed_ms: 5 });
    await render({ frames_ms: 2_400, fixed_ms: 0 });
    expect(await known()).toMatchObject({ frameMs: 10, renders: 1 });
  });
});

describe('a video that waits', () => {
  const shown = async (id: string, org_id: string): Promise<Video> =>
    (await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id, id })).video;

  it('has an estimate from the costs of what is ahead of it, and those who watch see it', async () => {
    const org = randomUUID();
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push(await videos.accept(org, 24_000)); // three of them may be at work at once
    videos.announce(1, 1);
    const announcing = setInterval(() => videos.announce(1, 0), 1_000);
    try {
      await eventually(async () => expect((await shown(ids[5]!, org)).eta_seconds).not.toBeNull(), {
        timeoutMs: 15_000,
      });
    } finally {
      clearInterval(announcing);
    }
    const etas = await Promise.all(ids.slice(3).map(async (id) => (await shown(id, org)).eta_seconds!));
    expect(etas).toEqual([...etas].sort((a, b) => a - b));
    expect(new Set(etas).size).toBe(3);
    const update = videos.received.updates.filter(({ video }) => video.id === ids[5]).at(-1);
    expect(update?.video.eta_seconds).toBe(etas[2]);
  }, 30_000);

  it('has none without renderers', async () => {
    const org = randomUUID();
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await videos.accept(org, 24_000));
    await eventually(async () => {
      videos.announce(1, 0);
      expect((await shown(ids[3]!, org)).eta_seconds).not.toBeNull();
    });
    await eventually(async () => {
      videos.announce(0, 0); // as a renderer that stops
      expect((await shown(ids[3]!, org)).eta_seconds).toBeNull();
    });
    const { epoch } = await videos.begin(ids[0]!);
    videos.heartbeat(ids[0]!, epoch, 0);
    await eventually(async () => {
      const { heartbeatAt } = await videos.em.fork().findOneOrFail(StepRow, { video: ids[0]! });
      expect(heartbeatAt).not.toBeNull();
    });
    expect((await shown(ids[0]!, org)).eta_seconds).toBeNull(); // no frame is drawn yet
  }, 60_000);
});
