import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import {
  CANCEL_RENDER,
  ClaimStep,
  RENDER_JOB,
  type RenderJob,
  RENDER_RESULT,
  CLAIMS_RPC,
  RENDER_SLOTS,
  RENDERER_RPC,
  RenderResult,
  RenderSlots,
  STEP_HEARTBEAT,
  StepHeartbeat,
  type ClaimReply,
  type RenderPlan,
  withToken,
} from '#libs/contracts';
import { checkOutput } from '#libs/encode';
import {
  DurableHandler,
  JetStreamPublisher,
  LiveHandler,
  LivePublisher,
  MessagingModule,
  RpcClient,
  RpcHandler,
  startWithHandlers,
  Streams,
} from '#libs/messaging';
import { type Service } from '#libs/runtime';
import { openObjectStore, type ObjectStore } from '#libs/storage';
import { type TemplateDocument } from '#libs/template';
import {
  eventually,
  measureLoudness,
  readGif,
  serve,
  startNats,
  temporaryFolder,
  type TestNats,
  type TestServer,
  TYPESCRIPT_ARGUMENTS,
  validDocument,
} from '#libs/testing';
import { RendererConfig } from './renderer.config.js';
import { RendererModule } from './renderer.module.js';

const run = promisify(execFile);
const FPS = 24;
const FRAMES = 2 * FPS;
/** Length of a video that is still being drawn when a test interferes, s. */
const LONG_S = 500;

/** The videos service's side of the conversation. */
const plans = new Map<string, RenderPlan>();
const planKeys = new Map<string, string>();
/** Videos whose next claim gets no reply in time. */
const silences = new Set<string>();
const claims: ClaimStep[] = [];
/** Paths of media that were fetched, one entry for each fetch. */
const fetched: string[] = [];
const results: RenderResult[] = [];
const heartbeats: StepHeartbeat[] = [];
let slots: RenderSlots | undefined;

@Controller()
class VideosSide {
  @RpcHandler(CLAIMS_RPC.claim)
  async claim(job: ClaimStep): Promise<ClaimReply> {
    claims.push(job);
    if (silences.delete(job.video_id)) await delay(CLAIMS_RPC.claim.timeoutMs + 500, undefined, { ref: false });
    const plan = plans.get(job.video_id);
    if (plan) return { granted: true, epoch: 1, attempt: 1, plan };
    const plan_key = planKeys.get(job.video_id);
    return plan_key ? { granted: true, epoch: 1, attempt: 1, plan_key } : { granted: false, reason: 'terminal' };
  }

  @DurableHandler(RENDER_RESULT)
  take(result: RenderResult): void {
    results.push(result);
  }

  @LiveHandler(STEP_HEARTBEAT)
  renew(heartbeat: StepHeartbeat): void {
    heartbeats.push(heartbeat);
  }

  @LiveHandler(RENDER_SLOTS)
  announce(announced: RenderSlots): void {
    slots = announced;
  }
}

@Module({ imports: [MessagingModule.forStandIn('outside')], controllers: [VideosSide] })
class VideosModule {}

const SLOW_ORG = randomUUID();
const { promise: dripping, resolve: stopDripping } = Promise.withResolvers<undefined>();

let folder: string;
let nats: TestNats;
let media: TestServer;
let videos: Service;
let renderer: Service | undefined;
let store: ObjectStore;

beforeAll(async () => {
  folder = temporaryFolder('renderer');
  nats = await startNats();
  process.env.NATS_URL = nats.url;
  process.env.STORAGE_URL = pathToFileURL(join(folder, 'store')).href;
  process.env.LOG_LEVEL = 'error';
  store = await openObjectStore({ storageUrl: process.env.STORAGE_URL });
  media = await serveMedia();
  videos = await startWithHandlers('videos', VideosModule);
  await videos.app.get(Streams).ensure('RENDER');
  renderer = await startRenderer();
});
afterAll(async () => {
  await renderer?.app.close();
  await videos.app.close();
  await media.stop();
  await nats.stop();
});

async function startRenderer(change: Partial<RendererConfig> = {}): Promise<Service> {
  const config = Object.assign(new RendererConfig(), {
    renderSlots: 1,
    workDir: join(folder, 'work'),
    allowPrivateAddresses: ['127.0.0.0/8'],
    assetImageMaxBytes: 200_000,
    ...change,
  });
  const entry = join(import.meta.dirname, 'slots/slot-process.ts');
  const program = { entry, execArgv: TYPESCRIPT_ARGUMENTS };
  return startWithHandlers('renderer', RendererModule.with(config, 'software', program));
}

/** `/logo.png`, `/tone.mp3`, `/drawing.svg`, `/large.png`; anything else is 404. */
async function serveMedia(): Promise<TestServer> {
  const make = async (name: string, ...args: string[]) => {
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', ...args, join(folder, name)]);
    return readFile(join(folder, name));
  };
  const files: Record<string, Buffer> = {
    '/logo.png': await make('logo.png', 'color=red:s=64x64', '-frames:v', '1'),
    '/tone.mp3': await make('tone.mp3', 'sine=frequency=440:duration=5', '-c:a', 'libmp3lame'),
    '/drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/large.png': Buffer.alloc(300_000),
    '/rows.csv': Buffer.from('name\nAda\n'),
  };
  const server = await serve((request, response) => {
    fetched.push(request.url!);
    if (request.url === '/drip.csv') {
      response.write('name');
      void dripping.then(() => response.end());
      return;
    }
    const file = files[request.url!];
    if (file) response.end(file);
    else response.writeHead(404).end();
  });
  return server;
}

function at(path: string): string {
  return `${media.url}${path}`;
}

function documentWith(image: string, durationS = 2): TemplateDocument {
  return validDocument({
    name: 'Spec',
    width: 320,
    height: 180,
    pages: [
      {
        number: 1,
        duration: durationS,
        background_color: '#0f3d3e',
        layers: [
          {
            name: 'box',
            type: 'shape',
            x: 10,
            y: 10,
            width: 100,
            height: 60,
            fill_color: '#f28c28',
            loop_animation: { type: 'shake' }, // no two frames are equal, so that each is drawn and encoded
          },
          {
            name: 'logo',
            type: 'image',
            source_url: at(image),
            x: 200,
            y: 50,
            width: 64,
            height: 64,
            enter: { type: 'fade' },
          },
          { name: 'title', type: 'text', text: 'Hello', x: 20, y: 90, width: 280, height: 60, text_color: '#ffffff' },
        ],
      },
    ],
  });
}

/** Lets the videos side grant a plan and sends its job; resolves to the result. */
async function order(document: TemplateDocument, change: Partial<RenderPlan> = {}): Promise<RenderResult> {
  return resultOf(await send(document, change));
}

async function send(document: TemplateDocument, change: Partial<RenderPlan> = {}): Promise<string> {
  const id = randomUUID();
  plans.set(id, planOf(id, document, change));
  await dispatch(id);
  return id;
}

function planOf(id: string, document: TemplateDocument, change: Partial<RenderPlan> = {}): RenderPlan {
  const frames = Number(document.pages[0]!.duration) * FPS;
  return {
    format: 'mp4',
    encoder: 'software',
    fps: FPS,
    from_frame: 0,
    to_frame: frames,
    frame_count: frames,
    document,
    output_key: `work/${id}/0-1.${change.format ?? 'mp4'}`,
    ...change,
  };
}

async function dispatch(id: string): Promise<void> {
  const job: RenderJob = { schema: 1, video_id: id, segment: 0 };
  await videos.app.get(JetStreamPublisher).publish(withToken(RENDER_JOB, 'software'), job, { id: randomUUID() });
}

function resultOf(id: string): Promise<RenderResult> {
  return eventually(() => results.find((result) => result.video_id === id) ?? false);
}

/** The renderer's slot process, once it runs. */
function slotProcess(): Promise<number> {
  return eventually(async () => {
    const { stdout } = await run('pgrep', ['-P', `${process.pid}`, '-f', 'slot-process']);
    return Number(stdout.trim().split('\n')[0]);
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the renderer', () => {
  it('draws a video with sound from its document, stores it under the key of its attempt and publishes the result', async () => {
    const result = await order(documentWith('/logo.png'), { audio_url: at('/tone.mp3') });
    expect(result.failure).toBeUndefined();
    expect(result).toMatchObject({ schema: 1, segment: 0, epoch: 1, output: { frames: FRAMES, duration: 2 } });
    const file = join(folder, 'result.mp4');
    await store.getToFile(result.output!.key, file);
    const expected = { width: 320, height: 180, fps: FPS, frameCount: FRAMES, format: 'mp4' } as const;
    expect(await checkOutput(file, expected)).toHaveProperty('ok', true);
    expect((await store.head(result.output!.key))?.size).toBe(result.output!.file_size);
    const poster = await store.head(result.output!.poster_key!);
    expect(poster).toMatchObject({ key: result.output!.key.replace('.mp4', '.jpg'), contentType: 'image/jpeg' });
    const { stderr } = await run('ffmpeg', ['-i', file, '-af', 'volumedetect', '-vn', '-f', 'null', '-']);
    expect(Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1])).toBeGreaterThan(-30);
    expect(Object.keys(result.stage_ms!)).toEqual(
      expect.arrayContaining(['assets', 'open', 'draw', 'encode', 'check', 'upload']),
    );
    expect(result.cpu_ms!.frames_ms).toBeGreaterThan(0);
    expect(result.cpu_ms!.fixed_ms).toBeGreaterThan(0);
  });

  it('reads a large plan from storage', async () => {
    const id = randomUUID();
    const key = `work/${id}/0-1.plan.json`;
    const plan = Buffer.from(JSON.stringify(planOf(id, documentWith('/logo.png'))));
    await store.put(key, plan, { contentType: 'application/json' });
    planKeys.set(id, key);
    await dispatch(id);
    expect(await resultOf(id)).toMatchObject({ output: { frames: FRAMES } });
  });

  it('says which frames it counts when videos planned others', async () => {
    const result = await order(documentWith('/logo.png'), { frame_count: FRAMES - 1, to_frame: FRAMES - 1 });
    expect([result.frame_count, result.failure, result.output]).toEqual([FRAMES, undefined, undefined]);
  });

  it('draws a test video small', async () => {
    const large = Object.assign(documentWith('/logo.png'), { width: 1280, height: 1080 });
    const result = await order(large, { test: true });
    const file = join(folder, 'test.mp4');
    await store.getToFile(result.output!.key, file);
    const expected = { width: 640, height: 540, fps: FPS, frameCount: FRAMES, format: 'mp4' } as const;
    expect(await checkOutput(file, expected)).toHaveProperty('ok', true);
  });

  it('draws a gif without its sound', async () => {
    const frames = 2 * 12;
    const change = {
      format: 'gif',
      fps: 12,
      frame_count: frames,
      to_frame: frames,
      audio_url: at('/missing.mp3'),
    } as const;
    const result = await order(documentWith('/logo.png'), change);
    expect(result).toMatchObject({ output: { frames } });
  });

  it.each([
    [
      { max_width: 160, loop: 3 },
      { width: 160, height: 90, loopCount: 2 },
    ],
    [
      { max_width: 101, loop: 1 },
      { width: 101, height: 57 },
    ],
    [{ max_width: 3840 }, { width: 320, height: 180, loopCount: 0 }],
  ])('writes a gif of the size and the number of plays in its plan: %j', async (change, expected) => {
    const frames = 2 * 12;
    const plan = { format: 'gif', fps: 12, frame_count: frames, to_frame: frames, ...change } as const;
    const { output } = await order(documentWith('/logo.png'), plan);
    const file = join(folder, 'small.gif');
    await store.getToFile(output!.key, file);
    expect(readGif(await readFile(file))).toEqual({ ...expected, frames, durationS: expect.closeTo(2, 1) });
  });

  it.each([
    ['/missing.png', 'ASSET_FETCH_FAILED', '404'],
    ['/drawing.svg', 'ASSET_UNSUPPORTED', 'PNG'],
    ['/large.png', 'ASSET_TOO_LARGE', '0.2 MB'],
  ])('fails a video for good that shows %s: %s, naming the layer', async (path, code, words) => {
    const { failure, output } = await order(documentWith(path));
    expect(output).toBeUndefined();
    expect(failure).toMatchObject({ code, retryable: false });
    expect(failure!.message).toContain('pages[0].layers[1] "logo"');
    expect(failure!.message).toContain(words);
  });

  it('reports a retryable failure when its process dies, and continues with the next video', async () => {
    const id = await send(documentWith('/logo.png', LONG_S));
    await eventually(() => heartbeats.some((heartbeat) => heartbeat.video_id === id && heartbeat.frames_done > 0));
    process.kill(await slotProcess(), 'SIGKILL');
    expect(await resultOf(id)).toMatchObject({ failure: { code: 'RENDER_FAILED', retryable: true } });
    expect(await order(documentWith('/logo.png'))).toMatchObject({ output: { frames: FRAMES } });
  });

  it('drops a video that has ended within a second, even when its process hangs, and continues with the next', async () => {
    const id = await send(documentWith('/logo.png', LONG_S));
    await eventually(() => heartbeats.some((heartbeat) => heartbeat.video_id === id && heartbeat.frames_done > 0));
    const slot = await slotProcess();
    process.kill(slot, 'SIGSTOP');
    const canceledAtMs = performance.now();
    videos.app.get(LivePublisher).publish(CANCEL_RENDER, { video_id: id });
    await eventually(() => !isAlive(slot));
    expect(performance.now() - canceledAtMs).toBeLessThan(1_500); // on a busy machine
    expect(await order(documentWith('/logo.png'))).toMatchObject({ output: { frames: FRAMES } });
    expect(results.filter((result) => result.video_id === id)).toEqual([]);
  });

  it('ends a video that is drawn for longer than its plan allows, once and for all', async () => {
    const { failure } = await order(documentWith('/logo.png', LONG_S), { drawing_limit_ms: 500 });
    expect(failure).toMatchObject({ code: 'RENDER_TIMEOUT', retryable: false });
    expect(await order(documentWith('/logo.png'))).toMatchObject({ output: { frames: FRAMES } });
  });

  it('fetches rows for one organization while another’s servers drip', async () => {
    const rowsOf = (org_id: string, path: string) =>
      videos.app.get(RpcClient).call(RENDERER_RPC.rows, { schema: 1, org_id, url: at(path) });
    const slow = Array.from({ length: 7 }, () => rowsOf(SLOW_ORG, '/drip.csv').catch((error: unknown) => error));
    expect(await rowsOf(randomUUID(), '/rows.csv')).toEqual({ text: 'name\nAda\n' });
    expect(await Promise.race(slow)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfterS: 2 });
    stopDripping(undefined);
    await Promise.all(slow);
  }, 60_000);

  it('leaves alone what it is not granted', async () => {
    const refused = randomUUID();
    await dispatch(refused);
    await order(documentWith('/logo.png'));
    expect(results.filter((result) => result.video_id === refused)).toEqual([]);
  });

  it('repeats a claim that got no reply, by the same name', async () => {
    const id = randomUUID();
    silences.add(id);
    plans.set(id, planOf(id, documentWith('/logo.png')));
    await dispatch(id);
    expect(await resultOf(id)).toMatchObject({ output: { frames: FRAMES } });
    const [first, second, ...others] = claims.filter(({ video_id }) => video_id === id);
    expect(second).toEqual(first);
    expect(first!.claim_id).toEqual(expect.any(String));
    expect(others).toEqual([]);
  });

  describe('of a video that is cut', () => {
    const parts = [
      [0, 20],
      [20, FRAMES],
    ].map(([from_frame, to_frame], index) => ({ segment: index + 1, from_frame: from_frame!, to_frame: to_frame! }));

    /** Does all steps of a video but the last one; its files lie below `prefix`. */
    async function drawParts(prefix: string, document: TemplateDocument): Promise<Partial<RenderPlan>> {
      const sound = { audio_url: at('/tone.mp3') };
      const assets_key = `${prefix}/0-1.json`;
      const gathered = await order(document, { step: 'assets', output_key: assets_key, ...sound });
      expect(gathered).toMatchObject({ output: { key: assets_key, frames: FRAMES } });
      const keys = parts.map((part) => ({ ...part, key: `${prefix}/${part.segment}-1.mp4` }));
      for (const { key, from_frame, to_frame } of keys) {
        const range = { from_frame, to_frame };
        const { output } = await order(document, { step: 'pictures', ...range, output_key: key, assets_key, ...sound });
        expect(output).toMatchObject({ key, frames: range.to_frame - range.from_frame });
      }
      const sound_key = `${prefix}/3-1.mp4`;
      expect(await order(document, { step: 'sound', output_key: sound_key, assets_key, ...sound })).toMatchObject({
        output: { key: sound_key, duration: 2 },
      });
      return { step: 'stitch', parts: keys, sound_key, output_key: `${prefix}/4-1.mp4`, ...sound };
    }

    it('fetches its files once, draws its parts from storage, and joins them with its sound', async () => {
      fetched.length = 0;
      const document = Object.assign(documentWith('/logo.png'), { loudness: -23 as const });
      const result = await order(document, await drawParts('work/cut', document));
      expect(result).toMatchObject({ output: { frames: FRAMES, duration: 2 } });
      const file = join(folder, 'stitched.mp4');
      await store.getToFile(result.output!.key, file);
      const expected = { width: 320, height: 180, fps: FPS, frameCount: FRAMES, format: 'mp4' } as const;
      expect(await checkOutput(file, expected)).toHaveProperty('ok', true);
      expect(Math.abs((await measureLoudness(file)).loudnessLufs + 23)).toBeLessThanOrEqual(0.5);
      expect(fetched.toSorted()).toEqual(['/logo.png', '/tone.mp3']);
      const posters = results.filter(({ output }) => output?.poster_key?.startsWith('work/cut/'));
      expect(posters).toHaveLength(1);
    });

    it('says that it takes parts when it claims', () => {
      expect(claims.at(-1)).toHaveProperty('takes_steps', true);
    });

    it('names a part that is damaged, which has to be drawn again', async () => {
      const prefix = `work/${randomUUID()}`;
      const plan = await drawParts(prefix, documentWith('/logo.png'));
      await store.put(`${prefix}/2-1.mp4`, Buffer.from('nothing'), { contentType: 'video/mp4' });
      const result = await order(documentWith('/logo.png'), plan);
      expect(result).toMatchObject({ unfit: [2] });
      expect([result.output, result.failure]).toEqual([undefined, undefined]);
    });

    it('names everything that is not in storage any more, which has to be made again', async () => {
      const prefix = `work/${randomUUID()}`;
      const plan = await drawParts(prefix, documentWith('/logo.png'));
      const [part, sound, assets] = [`${prefix}/2-1.mp4`, `${prefix}/3-1.mp4`, `${prefix}/0-1.json`];
      await store.deleteAll([part, sound, assets]);
      const stitching = await order(documentWith('/logo.png'), plan);
      expect([stitching.missing!.toSorted(), stitching.output, stitching.failure]).toEqual([
        [part, sound],
        undefined,
        undefined,
      ]);
      const drawing = await order(documentWith('/logo.png'), { step: 'pictures', ...parts[0], assets_key: assets });
      expect([drawing.missing, drawing.output, drawing.failure]).toEqual([[assets], undefined, undefined]);
    });

    it('draws from files that a slot names by their content only', async () => {
      const key = `work/${randomUUID()}/0-1.json`;
      const list = [['image http://x.example/a.png', { file: '../../../etc/passwd' }]];
      await store.put(key, Buffer.from(JSON.stringify(list)), { contentType: 'application/json' });
      const [part] = parts;
      const { failure } = await order(documentWith('/logo.png'), { step: 'pictures', ...part, assets_key: key });
      expect(failure).toMatchObject({ code: 'RENDER_FAILED', retryable: true });
    });
  });

  it('keeps what it has drawn while the volume of the storage is away, and stores it afterwards', async () => {
    const [volume, elsewhere] = [join(folder, 'store'), join(folder, 'elsewhere')];
    await rename(volume, elsewhere);
    const id = await send(documentWith('/logo.png'));
    const isWaiting = () => {
      const [before, latest] = heartbeats.filter(({ video_id }) => video_id === id).slice(-2);
      return latest !== undefined && latest.frames_done === before!.frames_done; // 5 s without progress
    };
    await eventually(() => isWaiting() || results.some(({ video_id }) => video_id === id));
    await rename(elsewhere, volume); // would fail if anything had been written meanwhile
    expect(await resultOf(id)).toMatchObject({ output: { frames: FRAMES } });
    expect(await store.head(`work/${id}/0-1.mp4`)).not.toBeNull();
  });

  it('announces its slots: busy while it draws, free afterwards', async () => {
    const id = await send(documentWith('/logo.png', 20));
    await eventually(() => slots?.total === 1 && slots.free === 0);
    await resultOf(id);
    await eventually(() => slots?.free === 1);
    expect(slots!.encoder).toBe('software');
  });

  describe('that is asked to stop', () => {
    let stopping: Promise<unknown> | undefined;
    const stop = () => (stopping = renderer!.app.close().then(() => (renderer = undefined)));
    const isBegun = (id: string) =>
      eventually(() => heartbeats.some(({ video_id, frames_done }) => video_id === id && frames_done > 0));

    beforeEach(async () => {
      renderer ??= await startRenderer({ stopGraceMs: 300_000 });
    });

    afterEach(async () => {
      await stopping;
      stopping = undefined;
    });

    it('finishes what it draws within its grace, and takes nothing of a backlog', async () => {
      await renderer?.app.close();
      renderer = await startRenderer({ stopGraceMs: 300_000 });
      const id = await send(documentWith('/logo.png', 100));
      await eventually(() => claims.some(({ video_id }) => video_id === id));
      const slot = await slotProcess();
      process.kill(slot, 'SIGSTOP'); // on a fast machine it would finish before the renderer is asked to stop
      const backlog = [await send(documentWith('/logo.png')), await send(documentWith('/logo.png'))];
      void stop();
      await eventually(() => slots?.total === 0);
      process.kill(slot, 'SIGCONT');
      await stopping;
      expect(await resultOf(id)).toMatchObject({ epoch: 1, output: { frames: 100 * FPS } });
      const isClaimed = () => claims.some(({ video_id }) => backlog.includes(video_id));
      expect(isClaimed()).toBe(false);
      renderer = await startRenderer({ stopGraceMs: 300_000 });
      for (const waiting of backlog) expect(await resultOf(waiting)).toMatchObject({ output: { frames: FRAMES } });
    });

    it('still receives that a video has ended, and stops at once', async () => {
      const id = await send(documentWith('/logo.png', LONG_S));
      await isBegun(id);
      const slot = await slotProcess();
      process.kill(slot, 'SIGSTOP'); // it would never finish by itself
      void stop();
      await eventually(() => slots?.total === 0);
      videos.app.get(LivePublisher).publish(CANCEL_RENDER, { video_id: id });
      await eventually(() => !isAlive(slot), { timeoutMs: 15_000 });
      expect(results.filter(({ video_id }) => video_id === id)).toEqual([]);
    });
  });

  it('hands back what it cannot finish before it stops', async () => {
    await renderer?.app.close();
    renderer = await startRenderer({ stopGraceMs: 100 });
    const id = await send(documentWith('/logo.png', LONG_S));
    await eventually(() => heartbeats.some((heartbeat) => heartbeat.video_id === id));
    const startedAtMs = performance.now();
    await renderer.app.close();
    renderer = undefined;
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    const result = await resultOf(id);
    expect(result).toMatchObject({ epoch: 1, handed_back: true });
    expect([result.output, result.failure]).toEqual([undefined, undefined]);
    expect(slots).toMatchObject({ total: 0, free: 0 });
  });
});
