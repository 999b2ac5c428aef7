import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/core';
import { AppError, type ShownVideo, type Video, VIDEOS_RPC } from '#libs/contracts';
import { eventually, type ServiceServers, startServers } from '#libs/testing';
import { startVideos, type RunningVideos } from '../testing/running-videos.js';
import { stepAttemptsEnded } from '../videos.metrics.js';
import { VideoRow } from '../videos/video.entity.js';
import { StepRow } from '../videos/step.entity.js';

let servers: ServiceServers;
let videos: RunningVideos;

beforeAll(async () => {
  servers = await startServers('videos');
  videos = await startVideos({}, servers);
});

afterEach(() => videos.clear());

afterAll(() => videos.stop());

const org = randomUUID();
const crash = { code: 'RENDER_FAILED', message: 'ffmpeg ended with code 1', retryable: true } as const;

const look = (id: string, org_id = org): Promise<ShownVideo> => videos.rpc.call(VIDEOS_RPC.getVideo, { org_id, id });
const shown = async (id: string, org_id = org): Promise<Video> => (await look(id, org_id)).video;
const stepOf = (id: string): Promise<StepRow> => videos.em.fork().findOneOrFail(StepRow, { video: id, index: 0 });
const untilState = (id: string, state: StepRow['state']) =>
  eventually(async () => expect((await stepOf(id)).state).toBe(state));
const untilStatus = (id: string, status: Video['status']) =>
  eventually(async () => expect((await shown(id)).status).toBe(status));

it('the migrations make exactly what the entities describe', async () => {
  const orm = videos.app.get(MikroORM);
  const changes = await orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false, schema: 'videos' });
  // Left out: the tables of libs/outbox, which makes them itself, and triggers, which no entity describes.
  const ours = changes
    .split('\n')
    .filter((line) => line.trim() !== '' && !/outbox|inbox|^drop (trigger|function) if exists/.test(line));
  expect(ours).toEqual([]);
});

it.each([
  ['a terminal status that changes', `status = 'PROCESSING'`],
  ['progress that falls', 'progress = 0'],
  ['another address', `public_key = 'elsewhere'`],
  ['a status we do not know', `status = 'DONE'`],
])('the database refuses %s', async (_name, change) => {
  const id = await videos.accept(org);
  const em = videos.em.fork();
  await em.nativeUpdate(VideoRow, { id }, { status: 'FAILED', progress: 40 });
  await expect(em.execute(`UPDATE videos SET ${change} WHERE id = ?`, [id])).rejects.toThrow(/for good|never|check/);
});

describe('a video that goes well', () => {
  it('is dispatched, claimed, shown with its progress and completed, with its events in order', async () => {
    const id = await videos.accept(org);
    await eventually(() => expect(videos.received.jobsOf(id)).toBe(1));
    const claim = await videos.begin(id);
    expect(claim).toMatchObject({ epoch: 1, attempt: 1, plan: { from_frame: 0, to_frame: 240, frame_count: 240 } });
    videos.heartbeat(id, claim.epoch, 120);
    await eventually(async () =>
      expect(await shown(id)).toMatchObject({ progress: 50, eta_seconds: expect.any(Number) }),
    );
    await videos.succeed(id, claim, 'the video');
    await untilStatus(id, 'COMPLETED');
    const video = await shown(id);
    expect(video).toMatchObject({ progress: 100, eta_seconds: null, file_size: 9, error: null });
    const file = await videos.store.open(`videos/${id}/public.mp4`);
    expect(await text(file!.stream)).toBe('the video');
    await eventually(() =>
      expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.finished COMPLETED']),
    );
    expect(videos.received.events.at(-1)).toMatchObject({ sequence: 2, org_id: org, video });
  });

  it('leaves nothing of its work in storage', async () => {
    const id = await videos.accept(org);
    await videos.succeed(id, await videos.begin(id));
    await untilStatus(id, 'COMPLETED');
    await eventually(async () => {
      for await (const { key } of videos.store.list(`work/${id}/`)) throw new Error(`${key} is still there`);
    });
  });

  describe('with a still', () => {
    const succeedWith = async (posterOf: (epoch: number) => string, isUploaded: boolean): Promise<string> => {
      const id = await videos.accept(org);
      const claim = await videos.begin(id);
      await videos.upload(claim);
      const poster_key = `work/${id}/${posterOf(claim.epoch)}`;
      if (isUploaded) await videos.store.put(poster_key, Buffer.from('still'), { contentType: 'image/jpeg' });
      const output = { key: claim.plan.output_key, file_size: 5, frames: 240, duration: 10, poster_key };
      await videos.report(id, claim.epoch, { output });
      await untilStatus(id, 'COMPLETED');
      return id;
    };

    it('shows it beside the file, and in the event of its end', async () => {
      const id = await succeedWith((epoch) => `0-${epoch}.jpg`, true);
      const video = await shown(id);
      expect(video.poster_url).toBe(video.video_url.replace('.mp4', '.jpg'));
      const still = await videos.store.open(`videos/${id}/public.jpg`);
      expect(await text(still!.stream)).toBe('still');
      await eventually(() => expect(videos.received.eventsOf(id)).toHaveLength(2));
      expect(videos.received.events.at(-1)!.video.poster_url).toBe(video.poster_url);
    });

    it.each<[string, (epoch: number) => string, boolean]>([
      ['that never arrived', (epoch) => `0-${epoch}.jpg`, false],
      ['of another attempt', (epoch) => `0-${epoch + 1}.jpg`, true],
      ['that is no still', (epoch) => `0-${epoch}.mp4.plan.json`, false],
    ])('%s is complete without it', async (_name, posterOf, isUploaded) => {
      const id = await succeedWith(posterOf, isUploaded);
      expect((await shown(id)).poster_url).toBeNull();
    });
  });

  it('never shows less progress than before, even when another renderer starts again', async () => {
    const id = await videos.accept(org);
    const first = await videos.begin(id);
    videos.heartbeat(id, first.epoch, 180);
    await eventually(async () => expect((await shown(id)).progress).toBe(75));
    await videos.report(id, first.epoch, { failure: crash });
    await eventually(async () => expect((await stepOf(id)).state).not.toBe('LEASED'));
    const second = await videos.begin(id);
    await eventually(async () => {
      videos.heartbeat(id, second.epoch, 24);
      expect((await stepOf(id)).framesDone).toBe(24);
    });
    expect((await shown(id)).progress).toBe(75);
  });

  it('whose plan is too large for a message gets it by way of the storage', async () => {
    const id = await videos.accept(org);
    const text = 'x'.repeat(300_000);
    await videos.em.fork().nativeUpdate(VideoRow, { id }, { document: { name: text } });
    const reply = await videos.claim(id);
    expect(reply).toMatchObject({ granted: true, plan_key: `work/${id}/0-1.plan.json` });
    const stored = await videos.store.open(`work/${id}/0-1.plan.json`);
    expect(await new Response(stored!.stream as never).json()).toMatchObject({ document: { name: text } });
  });
});

describe('a claim', () => {
  it('is granted to one of many that ask at once', async () => {
    const id = await videos.accept(org);
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => videos.claim(id, `w${n}`)));
    expect(replies.filter((reply) => reply.granted)).toHaveLength(1);
    expect(replies.filter((reply) => !reply.granted && reply.reason === 'leased')).toHaveLength(9);
  });

  it('repeated by its holder, whose reply was lost, gets the same grant again; by another worker it is refused', async () => {
    const id = await videos.accept(org);
    const first = await videos.claim(id, 'w1', 'job 1');
    expect(first).toMatchObject({ granted: true, epoch: 1, attempt: 1 });
    expect(await videos.claim(id, 'w1', 'job 1')).toEqual(first);
    const refused = { granted: false, reason: 'leased' };
    expect(await videos.claim(id, 'w2', 'job 1')).toEqual(refused);
    expect(await videos.claim(id, 'w1', 'job 2')).toEqual(refused);
    expect(await videos.claim(id, 'w1')).toEqual(refused);
    expect(await stepOf(id)).toMatchObject({ epoch: 1, attempts: 1 });
  });

  it('of an unknown video, or one not yet paid for, is refused', async () => {
    expect(await videos.claim(randomUUID())).toEqual({ granted: false, reason: 'unknown' });
    expect(await videos.claim(await videos.reserve(org))).toEqual({ granted: false, reason: 'unknown' });
  });

  it('over a tenth renderer that died unheard fails the video and is refused', async () => {
    const id = await videos.accept(org);
    await videos.begin(id);
    const longAgo = new Date(Date.now() - 3_600_000);
    const lost = { attempts: 10, losses: 9, heartbeatAt: longAgo };
    await eventually(async () => {
      await videos.em.fork().nativeUpdate(StepRow, { video: id, state: 'LEASED' }, lost);
      expect(await videos.claim(id, 'w2')).toEqual({ granted: false, reason: 'terminal' });
    });
    expect(await shown(id)).toMatchObject({ status: 'FAILED', error: { code: 'RENDER_FAILED' } });
    await eventually(() =>
      expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.failed FAILED']),
    );
  });
});

describe('a failed attempt', () => {
  it('sends the work to another renderer, and the third one fails the video with its reason', async () => {
    const id = await videos.accept(org);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await eventually(() => expect(videos.received.jobsOf(id)).toBe(attempt));
      const { epoch } = await videos.begin(id);
      expect(epoch).toBe(attempt);
      await videos.report(id, epoch, { failure: crash });
    }
    await untilStatus(id, 'FAILED');
    expect(await shown(id)).toMatchObject({ error: crash, finished_at: expect.any(String) });
    await eventually(() =>
      expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.failed FAILED']),
    );
    expect(await videos.claim(id)).toEqual({ granted: false, reason: 'terminal' });
  });

  it('that no other attempt could mend fails the video at once and calls its renderers off', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    const failure = { code: 'ASSET_UNSUPPORTED', message: 'pages[0].layers[0] "logo"', retryable: false } as const;
    await videos.report(id, epoch, { failure });
    await untilStatus(id, 'FAILED');
    expect((await shown(id)).error).toEqual(failure);
    await eventually(() => expect(videos.received.cancellations).toContain(id));
  });

  it('is one whose file did not arrive whole', async () => {
    const id = await videos.accept(org);
    const claim = await videos.begin(id);
    await videos.upload(claim, 'half');
    const output = { key: claim.plan.output_key, file_size: 999, frames: 240, duration: 10 };
    await videos.report(id, claim.epoch, { output });
    await eventually(() => expect(videos.received.jobsOf(id)).toBe(2));
    expect((await shown(id)).status).toBe('PROCESSING');
  });
});

describe('a renderer that stops', () => {
  it('hands its step back without costing an attempt, however often', async () => {
    const id = await videos.accept(org);
    for (let epoch = 1; epoch <= 4; epoch++) {
      const claim = await videos.begin(id, `w${epoch}`);
      expect(claim).toMatchObject({ epoch, attempt: 1 });
      await videos.report(id, epoch, { handed_back: true });
      await eventually(() => expect(videos.received.jobsOf(id)).toBe(epoch + 1));
    }
    await videos.succeed(id, await videos.begin(id));
    await untilStatus(id, 'COMPLETED');
    await eventually(() =>
      expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.finished COMPLETED']),
    );
  });

  it('and is late about it takes nothing from its successor', async () => {
    const id = await videos.accept(org);
    const first = await videos.begin(id, 'w1');
    await videos.report(id, first.epoch, { failure: crash });
    await eventually(() => expect(videos.received.jobsOf(id)).toBe(2));
    const second = await videos.begin(id, 'w2');
    await videos.report(id, first.epoch, { handed_back: true });
    const other = await videos.accept(org);
    await videos.succeed(other, await videos.begin(other));
    await untilStatus(other, 'COMPLETED'); // by now the late result has been received
    expect(await stepOf(id)).toMatchObject({ state: 'LEASED', epoch: second.epoch, attempts: 2 });
  });

  it('leaves no estimate behind, because no renderer works on it', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    videos.heartbeat(id, epoch, 120);
    await eventually(async () => expect((await shown(id)).eta_seconds).not.toBeNull());
    await videos.report(id, epoch, { handed_back: true });
    await eventually(async () => expect(await shown(id)).toMatchObject({ progress: 50, eta_seconds: null }));
  });
});

describe('a canceled video', () => {
  const cancel = (id: string, org_id = org): Promise<Video> => videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id, id });

  it('ends at once, its renderer is stopped, and it has one event', async () => {
    const id = await videos.accept(org);
    const claim = await videos.begin(id);
    videos.heartbeat(id, claim.epoch, 120);
    await eventually(async () => expect((await shown(id)).progress).toBe(50));
    const video = await cancel(id);
    expect(video).toMatchObject({
      status: 'CANCELED',
      progress: 50,
      eta_seconds: null,
      error: { code: 'CANCELED', message: expect.any(String), retryable: false },
      finished_at: expect.any(String),
    });
    expect(await shown(id)).toEqual(video);
    await eventually(() => expect(videos.received.cancellations).toContain(id));
    expect(await cancel(id)).toEqual(video);
    await eventually(() =>
      expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.failed CANCELED']),
    );
    expect(await videos.claim(id)).toEqual({ granted: false, reason: 'terminal' });
    expect(await stepOf(id)).toMatchObject({ state: 'DROPPED' });
  });

  it('that no renderer had begun never started, and its job is refused', async () => {
    const id = await videos.accept(org);
    expect(await cancel(id)).toMatchObject({ status: 'CANCELED', started_at: null });
    expect(await videos.claim(id)).toEqual({ granted: false, reason: 'terminal' });
    await eventually(() => expect(videos.received.eventsOf(id)).toEqual(['video.failed CANCELED']));
  });

  it('changes nothing about one that has ended', async () => {
    const [done, failed] = [await videos.accept(org), await videos.accept(org)];
    await videos.succeed(done, await videos.begin(done));
    await untilStatus(done, 'COMPLETED');
    const { epoch } = await videos.begin(failed);
    await videos.report(failed, epoch, { failure: { ...crash, retryable: false } });
    await untilStatus(failed, 'FAILED');
    for (const id of [done, failed]) {
      const before = await look(id);
      expect(await cancel(id)).toEqual(before.video);
      expect(await look(id)).toEqual(before);
    }
    expect(await videos.store.head(`videos/${done}/public.mp4`)).not.toBeNull();
  });

  it('is its owner’s alone, and no reservation', async () => {
    const id = await videos.accept(org);
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    await expect(cancel(id, randomUUID())).rejects.toMatchObject(notFound);
    await expect(cancel(randomUUID())).rejects.toMatchObject(notFound);
    await expect(cancel(await videos.reserve(org))).rejects.toMatchObject(notFound);
    expect((await shown(id)).status).toBe('PROCESSING');
  });

  it('or a completed one, never both, when both happen at once', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const id = await videos.accept(org);
      const claim = await videos.begin(id);
      const finishing = videos.succeed(id, claim);
      const until = Date.now() + 4 * round;
      await eventually(() => Date.now() >= until, { everyMs: 1 });
      const { status } = await cancel(id);
      await finishing;
      outcomes.add(status);
      await eventually(() => expect(videos.received.eventsOf(id)).toHaveLength(2));
      const [end] = videos.received.eventsOf(id).slice(1);
      expect(end).toBe(status === 'COMPLETED' ? 'video.finished COMPLETED' : 'video.failed CANCELED');
      expect((await shown(id)).status).toBe(status);
      const file = () => videos.store.head(`videos/${id}/public.mp4`);
      if (status === 'COMPLETED') expect(await file()).not.toBeNull();
      else await eventually(async () => expect(await file()).toBeNull());
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['CANCELED']));
  });

  it('whose renderer has missed the cancellation is stopped again at its next sign of life', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await cancel(id);
    await eventually(() => expect(videos.received.cancellations).toContain(id));
    videos.received.cancellations.length = 0;
    videos.heartbeat(id, epoch, 10);
    await eventually(() => expect(videos.received.cancellations).toContain(id));
  });
});

describe('who watches a video', () => {
  const updatesOf = (id: string) => videos.received.updates.filter(({ video }) => video.id === id);

  it('receives every visible change, each with a version of its own', async () => {
    const id = await videos.accept(org);
    expect(await look(id)).toMatchObject({ version: 1, retry_after_s: 5 });
    const claim = await videos.begin(id);
    for (const frames of [60, 120, 180]) {
      videos.heartbeat(id, claim.epoch, frames);
      await eventually(() => expect(updatesOf(id).at(-1)?.video.progress).toBe(frames / 2.4));
    }
    await videos.succeed(id, claim);
    await eventually(() => expect(updatesOf(id).at(-1)?.video.status).toBe('COMPLETED'));
    const updates = updatesOf(id);
    expect(
      updates.map(({ video: { status, progress, started_at } }) => [status, progress, started_at !== null]),
    ).toEqual([
      ['PROCESSING', 0, true],
      ['PROCESSING', 25, true],
      ['PROCESSING', 50, true],
      ['PROCESSING', 75, true],
      ['COMPLETED', 100, true],
    ]);
    const versions = updates.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    expect(new Set(updates.map(({ org_id }) => org_id))).toEqual(new Set([org]));
    expect(await look(id)).toEqual({ video: updates.at(-1)!.video, version: versions.at(-1), retry_after_s: null });
  });

  it('sees the version stay while nothing changes', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    videos.heartbeat(id, epoch, 120);
    await eventually(async () => expect((await shown(id)).progress).toBe(50));
    await videos.em.fork().nativeUpdate(VideoRow, { id }, { progress: 50 });
    const before = await look(id);
    expect(await look(id)).toEqual(before);
  });

  it('receives a failure', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await videos.report(id, epoch, { failure: { ...crash, retryable: false } });
    await eventually(() =>
      expect(updatesOf(id).at(-1)?.video).toMatchObject({ status: 'FAILED', error: { ...crash, retryable: false } }),
    );
  });
});

describe('a zombie', () => {
  it('that reports after another renderer has claimed changes nothing', async () => {
    const id = await videos.accept(org);
    const zombie = await videos.begin(id, 'zombie');
    await videos.report(id, zombie.epoch, { failure: crash });
    await eventually(() => expect(videos.received.jobsOf(id)).toBe(2));
    const heir = await videos.begin(id, 'heir');
    await videos.succeed(id, zombie, 'zombie video');
    await videos.report(id, zombie.epoch, { failure: { ...crash, retryable: false } });
    await eventually(async () => {
      videos.heartbeat(id, zombie.epoch, 240);
      videos.heartbeat(id, heir.epoch, 24);
      expect((await stepOf(id)).framesDone).toBeGreaterThan(0);
    });
    expect((await stepOf(id)).framesDone).toBe(24);
    await videos.succeed(id, heir, 'heir video');
    await untilStatus(id, 'COMPLETED');
    const file = await videos.store.open(`videos/${id}/public.mp4`);
    expect(await text(file!.stream)).toBe('heir video');
    expect(await shown(id)).toMatchObject({ file_size: 10, error: null });
  });

  it('that reports after the video has ended changes nothing and causes no event', async () => {
    const id = await videos.accept(org);
    const claim = await videos.begin(id);
    await videos.report(id, claim.epoch, { failure: { ...crash, retryable: false } });
    await untilStatus(id, 'FAILED');
    const before = await shown(id);
    await videos.succeed(id, claim);
    const other = await videos.accept(org);
    await videos.succeed(other, await videos.begin(other));
    await untilStatus(other, 'COMPLETED');
    await eventually(() => expect(videos.received.eventsOf(other)).toHaveLength(2));
    expect(await shown(id)).toEqual(before);
    expect(await videos.store.head(`videos/${id}/public.mp4`)).toBeNull();
    expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.failed FAILED']);
  });
});

describe('a renderer that falls silent', () => {
  it('loses its step to another', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await eventually(() => expect(videos.received.jobsOf(id)).toBe(2));
    expect(await videos.begin(id, 'w2')).toMatchObject({ epoch: epoch + 1, attempt: 2 });
  });

  it('is counted, also where another claims its step before the loss is noticed', async () => {
    const lost = async (): Promise<number> =>
      (await stepAttemptsEnded.get()).values.find(({ labels }) => labels.outcome === 'lost')?.value ?? 0;
    const before = await lost();
    const ids = await Promise.all([1, 2, 3].map(() => videos.accept(org)));
    for (const id of ids) {
      await videos.begin(id);
      await eventually(async () => {
        const longAgo = new Date(Date.now() - 3_600_000);
        await videos.em.fork().nativeUpdate(StepRow, { video: id, worker: 'w1' }, { heartbeatAt: longAgo });
        expect(await videos.claim(id, 'w2')).toMatchObject({ granted: true });
      });
    }
    expect(await lost()).toBe(before + ids.length);
  });

  it('keeps its step as long as it gives signs of life', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    const until = Date.now() + 5_000;
    await eventually(
      () => {
        videos.heartbeat(id, epoch, 1);
        return Date.now() > until;
      },
      { everyMs: 300 },
    );
    expect(await stepOf(id)).toMatchObject({ state: 'LEASED', epoch, attempts: 1 });
  });

  it('after its upload, before its report, has finished the video', async () => {
    const id = await videos.accept(org);
    const claim = await videos.begin(id);
    await videos.upload(claim, 'unreported');
    await untilStatus(id, 'COMPLETED');
    expect(await shown(id)).toMatchObject({ file_size: 10 });
    expect(videos.received.jobsOf(id)).toBeLessThanOrEqual(1);
  });

  it('costs its video none of the three attempts, but a tenth loss fails it', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await videos.em.fork().nativeUpdate(StepRow, { video: id }, { attempts: 9, losses: 8 });
    await untilState(id, 'DISPATCHED');
    expect(await stepOf(id)).toMatchObject({ losses: 9, faults: 0 });
    expect(await videos.begin(id, 'w2')).toMatchObject({ epoch: epoch + 1 });
    await untilStatus(id, 'FAILED');
    expect((await shown(id)).error).toMatchObject({ code: 'RENDER_FAILED', retryable: true });
  });
});

describe('the queue', () => {
  it('hands out two jobs before any renderer has announced itself, the next with every claim', async () => {
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await videos.accept(randomUUID()));
    await untilState(ids[1]!, 'DISPATCHED');
    expect((await stepOf(ids[2]!)).state).toBe('WAITING');
    await videos.begin(ids[0]!);
    await untilState(ids[2]!, 'DISPATCHED');
    expect((await stepOf(ids[3]!)).state).toBe('WAITING');
  });

  it('lets an organization’s first video pass another’s tenth, and gives none more than its share at once', async () => {
    const [big, small] = [randomUUID(), randomUUID()];
    const many = [];
    for (let n = 0; n < 10; n++) many.push(await videos.accept(big));
    await untilState(many[1]!, 'DISPATCHED');
    const one = await videos.accept(small);
    await videos.begin(many[0]!);
    await untilState(one, 'DISPATCHED');
    await videos.begin(one);
    await videos.begin(many[1]!);
    await videos.begin(many[2]!);
    const active = await videos.em.fork().count(StepRow, { orgId: big, state: { $in: ['DISPATCHED', 'LEASED'] } });
    expect(active).toBe(3);
  });

  it('sends a job again that JetStream has lost while renderers stand idle', async () => {
    const id = await videos.accept(org);
    await eventually(() => expect(videos.received.jobsOf(id)).toBe(1));
    await eventually(
      () => {
        videos.announce(2, 2);
        return videos.received.jobsOf(id) === 2;
      },
      { timeoutMs: 15_000, everyMs: 300 },
    );
  });
});

describe('work that has lost its renderer', () => {
  /**
   * Makes three videos of one organization. The first was begun and handed back, so its job is behind the other two in
   * JetStream.
   */
  const overtaken = async (): Promise<string[]> => {
    const ids = [await videos.accept(org)];
    const { epoch } = await videos.begin(ids[0]!, 'w1');
    ids.push(await videos.accept(org), await videos.accept(org));
    for (const id of ids.slice(1)) await untilState(id, 'DISPATCHED');
    await videos.report(ids[0]!, epoch, { handed_back: true });
    await untilState(ids[0]!, 'WAITING');
    return ids;
  };

  it('goes before jobs of its organization that lie in JetStream already, and nothing of them is lost', async () => {
    const [first, second, third] = (await overtaken()) as [string, string, string];
    const claim = await videos.claimAny(second, 'w2', 'job 2');
    expect(claim).toMatchObject({ granted: true, video_id: first, segment: 0, epoch: 2, attempt: 1 });
    expect(await stepOf(first)).toMatchObject({ state: 'LEASED', worker: 'w2', encoder: 'software' });
    await eventually(() => expect(videos.received.jobsOf(second)).toBe(2));
    expect(await videos.claimAny(third, 'w3', 'job 3')).toMatchObject({ granted: true, video_id: third });
    expect(await videos.claimAny(second, 'w4', 'job 4')).toMatchObject({ granted: true, video_id: second });
  });

  it('is granted again when the same claim is repeated, and once only', async () => {
    const [first, second] = (await overtaken()) as [string, string];
    const claim = await videos.claimAny(second, 'w2', 'job 2');
    expect(await videos.claimAny(second, 'w2', 'job 2')).toEqual(claim);
    expect(await stepOf(first)).toMatchObject({ epoch: 2, attempts: 1 });
    expect(await videos.claimAny(second, 'w3', 'job 2')).toMatchObject({ granted: true, video_id: second });
  });

  it('is granted to one of many that could have it', async () => {
    const [first, second, third] = (await overtaken()) as [string, string, string];
    const replies = await Promise.all([
      videos.claimAny(second, 'w2', 'job 2'),
      videos.claimAny(third, 'w3', 'job 3'),
      videos.claimAny(first, 'w4', 'job 1'),
    ]);
    const granted = replies.flatMap((reply) => (reply.granted ? [reply.video_id] : []));
    expect(granted.filter((id) => id === first)).toHaveLength(1);
    expect(new Set(granted).size).toBe(granted.length);
  });

  it('waits for its own job where a renderer takes no other', async () => {
    const [first, second] = (await overtaken()) as [string, string];
    expect(await videos.claim(second, 'w2', 'job 2')).toMatchObject({ granted: true, video_id: second });
    expect((await stepOf(first)).state).not.toBe('LEASED');
  });
});

describe('an outage of NATS longer than a lease', () => {
  it('takes no step from the renderer that holds it', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await servers.nats.stop();
    const until = Date.now() + 4_000;
    await eventually(() => Date.now() > until);
    await servers.nats.restart();
    const reply = await eventually(() => videos.claim(id, 'w2'));
    expect(reply).toEqual({ granted: false, reason: 'leased' });
    videos.heartbeat(id, epoch, 100);
    await eventually(async () => expect(await stepOf(id)).toMatchObject({ framesDone: 100, state: 'LEASED', epoch }));
  });
});

describe('a video that takes too long', () => {
  const backdate = (id: string, what: Partial<Record<'createdAt' | 'acceptedAt' | 'startedAt', Date>>) =>
    videos.em.fork().nativeUpdate(VideoRow, { id }, what);
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

  it('to render fails, and its renderer is stopped', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await videos.em.fork().nativeUpdate(StepRow, { video: id }, { claimedAt: minutesAgo(36) });
    await untilStatus(id, 'FAILED');
    expect((await shown(id)).error).toMatchObject({ code: 'RENDER_TIMEOUT' });
    await eventually(() => expect(videos.received.cancellations).toContain(id));
    videos.heartbeat(id, epoch, 100);
    expect(await videos.claim(id)).toEqual({ granted: false, reason: 'terminal' });
  });

  it('is not one that has lost its renderers and waits again, however long ago it was begun', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await videos.report(id, epoch, { handed_back: true });
    await untilState(id, 'DISPATCHED');
    await backdate(id, { acceptedAt: minutesAgo(25 * 60), startedAt: minutesAgo(24 * 60 + 59) });
    const overdue = await videos.accept(org);
    await backdate(overdue, { createdAt: minutesAgo(49 * 60), acceptedAt: minutesAgo(24 * 60 + 1) });
    await untilStatus(overdue, 'FAILED'); // by now the other has been looked at as well
    await videos.succeed(id, await videos.begin(id));
    await untilStatus(id, 'COMPLETED');
  });

  it('in all fails after two days, however many renderers had it', async () => {
    const id = await videos.accept(org);
    const { epoch } = await videos.begin(id);
    await videos.report(id, epoch, { handed_back: true });
    const longAgo = minutesAgo(48 * 60 + 1);
    await backdate(id, { createdAt: longAgo, acceptedAt: longAgo, startedAt: minutesAgo(60) });
    await untilStatus(id, 'FAILED');
    expect((await shown(id)).error).toMatchObject({ code: 'RENDER_TIMEOUT' });
  });

  it('to be begun fails after a day, without ever having started', async () => {
    const id = await videos.accept(org);
    const longAgo = minutesAgo(24 * 60 + 1);
    await backdate(id, { createdAt: longAgo, acceptedAt: longAgo });
    await untilStatus(id, 'FAILED');
    expect(await shown(id)).toMatchObject({ error: { code: 'RENDER_TIMEOUT' }, started_at: null });
    await eventually(() => expect(videos.received.eventsOf(id)).toEqual(['video.failed FAILED']));
    expect((await stepOf(id)).state).toBe('DROPPED');
  });
});

describe('what renderers left in storage', () => {
  const DAY_MS = 24 * 60 * 60_000;

  it('goes a day after their video has ended, and not before', async () => {
    const leave = async (endedMsAgo: number): Promise<string> => {
      const id = await videos.accept(org);
      const claim = await videos.begin(id);
      await videos.report(id, claim.epoch, { failure: { ...crash, retryable: false } });
      await untilStatus(id, 'FAILED');
      await videos.upload(claim);
      const finishedAt = new Date(Date.now() - endedMsAgo);
      await videos.em.fork().nativeUpdate(VideoRow, { id }, { finishedAt });
      return id;
    };
    const [fresh, old] = [await leave(DAY_MS - 60_000), await leave(DAY_MS + 1)];
    await eventually(async () => expect(await videos.store.head(`work/${old}/0-1.mp4`)).toBeNull());
    expect(await videos.store.head(`work/${fresh}/0-1.mp4`)).not.toBeNull();
  });
});

describe('the loss of everything in JetStream', () => {
  it('loses no video', async () => {
    const waiting = await videos.accept(org);
    const drawn = await videos.accept(org);
    await eventually(() => expect(videos.received.jobsOf(waiting) + videos.received.jobsOf(drawn)).toBe(2));
    const claim = await videos.begin(drawn);
    await servers.nats.wipeStore();
    await servers.nats.restart();
    await eventually(() => videos.succeed(drawn, claim));
    await untilStatus(drawn, 'COMPLETED');
    await eventually(() => expect(videos.received.jobsOf(waiting)).toBeGreaterThanOrEqual(2));
    await videos.succeed(waiting, await videos.begin(waiting));
    await untilStatus(waiting, 'COMPLETED');
  });
});

describe('a caller', () => {
  it('sees its own organization’s videos only, and no reservation', async () => {
    const mine = await videos.accept(org);
    const reserved = await videos.reserve(org);
    const theirs = await videos.accept(randomUUID());
    const list = await videos.rpc.call(VIDEOS_RPC.listVideos, { org_id: org, limit: 20, offset: 0 });
    expect(list).toMatchObject({ data: [{ id: mine }], pagination: { total: 1, has_more: false } });
    for (const id of [reserved, theirs, randomUUID()]) {
      await expect(shown(id)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' } satisfies Partial<AppError>);
    }
  });

  it('that watches for many organizations gets those videos that there are, and whose they are', async () => {
    const other = randomUUID();
    const [mine, theirs, reserved] = [await videos.accept(org), await videos.accept(other), await videos.reserve(org)];
    const updates = await videos.rpc.call(VIDEOS_RPC.readVideos, { ids: [mine, theirs, reserved, randomUUID()] });
    const expected = [
      { org_id: org, version: expect.any(Number), video: await shown(mine) },
      { org_id: other, version: expect.any(Number), video: await shown(theirs, other) },
    ];
    expect(updates).toHaveLength(2);
    expect(updates).toEqual(expect.arrayContaining(expected));
  });

  it('lists newest first, page by page, filtered by status', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.unshift(await videos.accept(org));
    const page = (offset: number) => videos.rpc.call(VIDEOS_RPC.listVideos, { org_id: org, limit: 2, offset });
    const [first, second] = [await page(0), await page(2)];
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(first.data).toEqual(
      await Promise.all(
        first.data.map(async ({ id }) => {
          const video = await shown(id);
          return { ...video, created_date: video.created_at, created_by: null, template_name: null };
        }),
      ),
    );
    expect(first.pagination).toEqual({ limit: 2, offset: 0, total: 3, has_more: true });
    expect(second.pagination.has_more).toBe(false);
    const failed = await videos.rpc.call(VIDEOS_RPC.listVideos, { org_id: org, status: 'FAILED' });
    expect(failed.data).toEqual([]);
  });
});
