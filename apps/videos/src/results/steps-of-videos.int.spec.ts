import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type ClaimReply,
  CLAIMS_RPC,
  RENDER_RESULT,
  type RenderPlan,
  type RenderResult,
  type RenderStep,
  STEP_HEARTBEAT,
  type Video,
  VIDEOS_RPC,
  withToken,
} from '#libs/contracts';
import { JetStreamPublisher, LivePublisher } from '#libs/messaging';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { type StepState, StepRow } from '../videos/step.entity.js';

const videos = useVideos({ ORG_MAX_AT_ONCE: '10' });
const org = randomUUID();

/** The rows of a video of 240 frames that is cut. */
const ROWS: { kind: RenderStep; state: StepState; from: number; to: number }[] = [
  { kind: 'pictures', state: 'BLOCKED', from: 0, to: 100 },
  { kind: 'pictures', state: 'BLOCKED', from: 100, to: 240 },
  { kind: 'assets', state: 'WAITING', from: 0, to: 240 },
  { kind: 'sound', state: 'BLOCKED', from: 0, to: 240 },
  { kind: 'stitch', state: 'BLOCKED', from: 0, to: 240 },
];
const [FIRST, SECOND, ASSETS, SOUND, STITCH] = [0, 1, 2, 3, 4] as const;

afterEach(() => videos.clear());

/** Accepts a video and cuts it. */
async function cutVideo(): Promise<string> {
  const id = await videos.accept(org);
  const em = videos.em.fork();
  const whole = await em.findOneOrFail(StepRow, { video: id, index: 0 });
  for (const [index, { kind, state, from, to }] of ROWS.entries()) {
    const row = { kind, state, fromFrame: from, toFrame: to };
    if (index === 0) em.assign(whole, { ...row, dispatchedAt: null });
    else em.create(StepRow, { video: whole.video, index, orgId: org, queuedAt: whole.queuedAt, ...row });
  }
  await em.flush();
  return id;
}

type Granted = Extract<ClaimReply, { plan: RenderPlan }>;

function claim(video_id: string, index: number, takes_steps = true): Promise<ClaimReply> {
  return videos.rpc.call(CLAIMS_RPC.claim, { schema: 1, video_id, segment: index, worker: 'w1', takes_steps });
}

async function begin(id: string, index: number): Promise<Granted> {
  const reply = await eventually(async () => {
    const granted = await claim(id, index);
    return 'plan' in granted && granted;
  });
  return reply;
}

async function report(
  id: string,
  index: number,
  { epoch }: Granted,
  end: Pick<RenderResult, 'output' | 'unfit' | 'missing' | 'frame_count'>,
): Promise<void> {
  const result: RenderResult = { schema: 1, video_id: id, segment: index, epoch, worker: 'w1', ...end };
  const durable = videos.app.get(JetStreamPublisher);
  await durable.publish(withToken(RENDER_RESULT, id), result, { id: randomUUID() });
}

/** Claims a step, uploads its file and reports success. */
async function finish(id: string, index: number, content = `made by ${index}`, poster = false): Promise<Granted> {
  const granted = await begin(id, index);
  const { output_key: key, from_frame, to_frame } = granted.plan;
  const contentType = key.endsWith('.json') ? 'application/json' : 'video/mp4';
  await videos.store.put(key, Buffer.from(content), { contentType });
  const poster_key = key.replace(/\.\w+$/, '.jpg');
  if (poster) await videos.store.put(poster_key, Buffer.from('still'), { contentType: 'image/jpeg' });
  const output = { key, file_size: content.length, frames: to_frame - from_frame, duration: 1 };
  await report(id, index, granted, { output: { ...output, ...(poster && { poster_key }) } });
  await untilState(id, index, 'DONE');
  return granted;
}

async function stateOf(id: string, index: number): Promise<StepState> {
  return (await videos.em.fork().findOneOrFail(StepRow, { video: id, index })).state;
}

async function untilState(id: string, index: number, state: StepState): Promise<void> {
  await eventually(async () => expect(await stateOf(id, index)).toBe(state));
}

async function shown(id: string): Promise<Video> {
  return (await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id })).video;
}

it('is done in steps, each with what the earlier ones have stored, and is complete when it is joined', async () => {
  const id = await cutVideo();
  expect(await claim(id, FIRST)).toEqual({ granted: false, reason: 'leased' });
  const assets = await finish(id, ASSETS);
  expect(assets.plan).toMatchObject({ step: 'assets', output_key: `work/${id}/2-1.json` });
  expect(await stateOf(id, STITCH)).toBe('BLOCKED');
  const second = await finish(id, SECOND, 'second', true);
  expect(second.plan).toMatchObject({ step: 'pictures', from_frame: 100, to_frame: 240, frame_count: 240 });
  const sound = await finish(id, SOUND);
  for (const { plan } of [second, sound]) expect(plan).toHaveProperty('assets_key', assets.plan.output_key);
  const first = await finish(id, FIRST);
  const stitch = await finish(id, STITCH, 'the joined video');
  expect(stitch.plan).toMatchObject({
    step: 'stitch',
    sound_key: sound.plan.output_key,
    parts: [
      { segment: FIRST, key: first.plan.output_key, from_frame: 0, to_frame: 100 },
      { segment: SECOND, key: second.plan.output_key, from_frame: 100, to_frame: 240 },
    ],
  });
  await eventually(async () => expect(await shown(id)).toMatchObject({ status: 'COMPLETED', file_size: 16 }));
  const { poster_url } = await shown(id);
  expect(poster_url).toContain('.jpg');
  expect(await text((await videos.store.open(`videos/${id}/public.mp4`))!.stream)).toBe('the joined video');
  await eventually(() =>
    expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.finished COMPLETED']),
  );
  await eventually(async () => {
    for await (const { key } of videos.store.list(`work/${id}/`)) throw new Error(`${key} is still there`);
  });
});

it('shows the frames of all parts as one number, which does not fall when a part is lost', async () => {
  const id = await cutVideo();
  await finish(id, ASSETS);
  await finish(id, FIRST);
  const live = videos.app.get(LivePublisher);
  const beat = (index: number, { epoch }: Granted, frames_done: number): void =>
    live.publish(STEP_HEARTBEAT, { video_id: id, segment: index, epoch, worker: 'w1', frames_done });
  const [second, sound] = [await begin(id, SECOND), await begin(id, SOUND)];
  beat(SECOND, second, 20);
  await eventually(async () => expect(await shown(id)).toMatchObject({ progress: 50 }));
  beat(SOUND, sound, 240);
  // The second part gets no further sign of life, so its lease ends, and another renderer begins it.
  await eventually(async () => {
    beat(SOUND, sound, 240);
    expect(['WAITING', 'DISPATCHED']).toContain(await stateOf(id, SECOND));
  });
  expect(await shown(id)).toMatchObject({ status: 'PROCESSING', progress: 50 });
  expect(await stateOf(id, FIRST)).toBe('DONE');
});

it('has parts that do not fit drawn again, as often as it takes until all renderers are of one release', async () => {
  const id = await cutVideo();
  for (const index of [ASSETS, FIRST, SECOND, SOUND]) await finish(id, index);
  let stitch = await begin(id, STITCH);
  for (const content of ['drawn again', 'and again', 'and by a new release']) {
    await report(id, STITCH, stitch, { unfit: [SECOND] });
    await untilState(id, STITCH, 'BLOCKED');
    expect(await stateOf(id, FIRST)).toBe('DONE');
    const again = await finish(id, SECOND, content);
    expect(again.epoch).toBeGreaterThan(1);
    stitch = await begin(id, STITCH);
    expect(stitch.plan.parts![1]).toMatchObject({ key: again.plan.output_key, drawn_at: expect.any(Number) });
    expect(stitch.plan.parts![1]!.drawn_at).toBeGreaterThan(stitch.plan.parts![0]!.drawn_at!);
  }
  await videos.em.fork().nativeUpdate(StepRow, { video: id, index: SECOND }, { redraws: 10 });
  await report(id, STITCH, stitch, { unfit: [SECOND] });
  await eventually(async () =>
    expect(await shown(id)).toMatchObject({ status: 'FAILED', error: { code: 'OUTPUT_CHECK_FAILED' } }),
  );
});

describe('what a step has stored and is not there any more', () => {
  /** Reports what the plan names and storage does not have, as a renderer does. */
  async function reportMissing(id: string, index: number): Promise<void> {
    const granted = await begin(id, index);
    const { assets_key, sound_key, parts = [] } = granted.plan;
    const wanted = [assets_key, sound_key, ...parts.map(({ key }) => key)].filter((key) => key !== undefined);
    const missing: string[] = [];
    for (const key of wanted) if ((await videos.store.head(key)) === null) missing.push(key);
    expect(missing).not.toEqual([]);
    await report(id, index, granted, { missing });
    await untilState(id, index, 'BLOCKED');
  }

  async function loseAll(id: string): Promise<void> {
    for await (const { key } of videos.store.list(`work/${id}/`)) await videos.store.delete(key);
  }

  const attemptsOf = async (id: string): Promise<number[]> =>
    (await videos.em.fork().find(StepRow, { video: id })).map(({ faults, losses }) => faults + losses);

  it('is made again from the beginning when everything is lost, as after a restored backup', async () => {
    const id = await cutVideo();
    for (const index of [ASSETS, FIRST, SECOND, SOUND]) await finish(id, index);
    await loseAll(id);
    await reportMissing(id, STITCH);
    await reportMissing(id, SOUND);
    for (const index of [FIRST, SECOND]) await untilState(id, index, 'BLOCKED');
    const assets = await finish(id, ASSETS);
    const made = [FIRST, SECOND, SOUND];
    for (const index of made) {
      const { plan } = await finish(id, index);
      expect(plan).toHaveProperty('assets_key', assets.plan.output_key);
    }
    await finish(id, STITCH, 'joined in the end');
    await eventually(async () => expect(await shown(id)).toMatchObject({ status: 'COMPLETED', file_size: 17 }));
  });

  it('costs its video nothing: a lost sound is mixed again while the parts stay', async () => {
    const id = await cutVideo();
    for (const index of [ASSETS, FIRST, SECOND]) await finish(id, index);
    const { plan } = await finish(id, SOUND);
    await videos.store.delete(plan.output_key);
    await reportMissing(id, STITCH);
    expect([await stateOf(id, FIRST), await stateOf(id, ASSETS)]).toEqual(['DONE', 'DONE']);
    await finish(id, SOUND);
    await finish(id, STITCH);
    await eventually(async () => expect(await shown(id)).toMatchObject({ status: 'COMPLETED' }));
    expect(await attemptsOf(id)).toEqual([0, 0, 0, 0, 0]);
  });

  it('is waited for by the steps that another renderer has begun meanwhile', async () => {
    const id = await cutVideo();
    await finish(id, ASSETS);
    const first = await begin(id, FIRST);
    await loseAll(id);
    await reportMissing(id, SECOND);
    await report(id, FIRST, first, { missing: [first.plan.assets_key!] });
    await untilState(id, FIRST, 'BLOCKED');
    const assets = await finish(id, ASSETS);
    expect((await begin(id, FIRST)).plan).toHaveProperty('assets_key', assets.plan.output_key);
  });

  it.each([
    ['is published from the copy that was made before the backup', true, 1],
    ['is joined again where there is none', false, 2],
  ])('%s: the joined video', async (_name, isPublished, times) => {
    const id = await cutVideo();
    for (const index of [ASSETS, FIRST, SECOND, SOUND]) await finish(id, index);
    const stitch = await begin(id, STITCH);
    const row = { video: id, index: STITCH };
    // As after a restore: the database is that of right before the completion, the files are later ones.
    const contentType = 'video/mp4';
    if (isPublished) await videos.store.put(`videos/${id}/public.mp4`, Buffer.from('joined'), { contentType });
    await videos.em.fork().nativeUpdate(StepRow, row, { state: 'DONE', outputSize: 6 });
    if (!isPublished) {
      await eventually(async () => expect((await videos.em.fork().findOneOrFail(StepRow, row)).redraws).toBe(1));
      await finish(id, STITCH, 'joined');
    }
    await eventually(async () => expect(await shown(id)).toMatchObject({ status: 'COMPLETED', file_size: 6 }));
    expect((await videos.em.fork().findOneOrFail(StepRow, row)).epoch).toBe(
      isPublished ? stitch.epoch : stitch.epoch + times,
    );
  });

  it('fails the video when it is lost for the third time', async () => {
    const id = await cutVideo();
    await finish(id, ASSETS);
    for (let times = 1; times <= 2; times++) {
      await loseAll(id);
      await reportMissing(id, SOUND);
      await finish(id, ASSETS);
    }
    const sound = await begin(id, SOUND);
    await report(id, SOUND, sound, { missing: [sound.plan.assets_key!] });
    const error = { code: 'RENDER_FAILED', retryable: true };
    await eventually(async () => expect(await shown(id)).toMatchObject({ status: 'FAILED', error }));
  });
});

it('is planned again, as a whole and for the same price, when a new release of renderers counts other frames', async () => {
  const id = await cutVideo();
  await finish(id, ASSETS);
  const { credits } = await shown(id);
  const [first, second] = [await begin(id, FIRST), await begin(id, SECOND)];
  await report(id, FIRST, first, { frame_count: 241 });
  const whole = await eventually(async () => {
    const rows = await videos.em.fork().find(StepRow, { video: id });
    expect(rows).toMatchObject([{ kind: 'video', fromFrame: 0, toFrame: 241 }]);
    return begin(id, FIRST);
  });
  expect(whole.plan).toMatchObject({ from_frame: 0, to_frame: 241, frame_count: 241 });
  expect([whole.plan.step, whole.plan.assets_key]).toEqual([undefined, undefined]);
  await report(id, SECOND, second, { frame_count: 241 }); // late: changes nothing
  await videos.store.put(whole.plan.output_key, Buffer.from('whole'), { contentType: 'video/mp4' });
  const output = { key: whole.plan.output_key, file_size: 5, frames: 241, duration: 10 };
  await report(id, FIRST, whole, { output });
  await eventually(async () =>
    expect(await shown(id)).toMatchObject({ status: 'COMPLETED', credits, duration: 241 / 24 }),
  );
});

it.each([FIRST, SECOND])('fails when part %d of several in work takes too long', async (slow) => {
  const id = await cutVideo();
  await finish(id, ASSETS);
  for (const index of [FIRST, SECOND, SOUND]) await begin(id, index);
  const claimedAt = new Date(Date.now() - 36 * 60_000);
  await videos.em.fork().nativeUpdate(StepRow, { video: id, index: slow }, { claimedAt });
  await eventually(async () =>
    expect(await shown(id)).toMatchObject({ status: 'FAILED', error: { code: 'RENDER_TIMEOUT' } }),
  );
});

it('is left to other renderers by one of an earlier release, which takes whole videos only', async () => {
  const id = await cutVideo();
  await untilState(id, ASSETS, 'DISPATCHED');
  expect(await claim(id, ASSETS, false)).toEqual({ granted: false, reason: 'leased' });
  expect(await begin(id, ASSETS)).toMatchObject({ epoch: 1 });
});

it('stops as a whole: nothing of a canceled video is begun any more', async () => {
  const id = await cutVideo();
  await finish(id, ASSETS);
  const first = await begin(id, FIRST);
  await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id });
  for (const index of [FIRST, SECOND, SOUND, STITCH]) expect(await stateOf(id, index)).toBe('DROPPED');
  await report(id, FIRST, first, { output: { key: first.plan.output_key, file_size: 1, frames: 100, duration: 1 } });
  expect(await claim(id, SECOND)).toEqual({ granted: false, reason: 'terminal' });
});
