import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  type ClaimReply,
  RENDER_RESULT,
  CLAIMS_RPC,
  RENDER_SLOTS,
  type RenderCost,
  type RenderPlan,
  type RenderResult,
  STEP_HEARTBEAT,
  withToken,
} from '#libs/contracts';
import { JetStreamPublisher, LivePublisher, RpcClient, startWithHandlers } from '#libs/messaging';
import { ObjectStore } from '#libs/storage';
import { eventually, type ServiceServers, startServers, temporaryFolder } from '#libs/testing';
import type { TemplateDocument } from '#libs/template';
import { StepRow } from '../videos/step.entity.js';
import type { Reservation } from '../videos/reservation-statements.js';
import { Reservations } from '../videos/reservations.js';
import { VideosModule } from '../videos.module.js';
import { Engine, ReceivedMessages, Ledger, OutsideWorld } from './outside-world.js';

type GrantedClaim = Extract<ClaimReply, { plan: RenderPlan }>;

/** CPU milliseconds that a spec's video of a size is expected to cost. */
export function expectedMs({
  frames = 240,
  width = 320,
  height = 180,
}: { frames?: number; width?: number; height?: number } = {}): number {
  return Math.ceil(500 + (frames * width * height * 15) / 1e6);
}

/** The videos service on real PostgreSQL, NATS and disk, with the actions of a spec. */
export interface RunningVideos {
  readonly app: INestApplication;
  readonly databaseUrl: string;
  readonly em: EntityManager;
  readonly store: ObjectStore;
  readonly rpc: RpcClient;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly received: ReceivedMessages;
  /** Queues an accepted video of `frames` frames, without template and price. */
  accept(orgId: string, frames?: number, change?: Partial<Reservation>): Promise<string>;
  /** The same for a test video. */
  acceptTest(orgId: string): Promise<string>;
  /** Inserts a row reserved a minute ago, as a service leaves it that crashes right after the insertion. */
  reserve(orgId: string, key?: string): Promise<string>;
  claim(videoId: string, worker?: string, claimId?: string): Promise<ClaimReply>;
  /** Claims like a renderer that accepts another step than the job's. */
  claimAny(videoId: string, worker: string, claimId: string): Promise<ClaimReply>;
  /** Waits for the video's job and claims it; expects a grant. */
  begin(videoId: string, worker?: string): Promise<GrantedClaim>;
  heartbeat(videoId: string, epoch: number, framesDone: number): void;
  /** Uploads `content` under the claim's key. */
  upload(claim: GrantedClaim, content?: string): Promise<void>;
  /** Reports the end of an attempt. */
  report(
    videoId: string,
    epoch: number,
    end: Pick<RenderResult, 'output' | 'failure' | 'handed_back' | 'cpu_ms'>,
  ): Promise<void>;
  /** Uploads and reports success, and what it cost. */
  succeed(videoId: string, claim: GrantedClaim, content?: string, cost?: RenderCost): Promise<void>;
  announce(total: number, free: number, takesSteps?: boolean): void;
  /** Deletes every video. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const DISPATCH_PATIENCE_MS = 10_000;

const DOCUMENT = { name: 'Clip', width: 320, height: 180, pages: [] } as unknown as TemplateDocument;

/** Times short enough for a spec to wait for, long enough not to expire accidentally. */
const ENVIRONMENT = {
  PUBLIC_BASE_URL: 'http://127.0.0.1:1/v1',
  ASSETS_URL: 'http://127.0.0.1:1/assets',
  MIGRATE_ON_START: 'true',
  LOG_LEVEL: 'error',
  ORG_MAX_AT_ONCE: '3',
  ORG_MAX_TESTS_AT_ONCE: '2',
  ORG_MAX_UNFINISHED_TESTS: '3',
  DOCUMENT_WORKERS: '1',
  LEASE_TIMEOUT_MS: '2000',
  RESERVATION_TIMEOUT_MS: '8000',
  RECONCILE_INTERVAL_MS: '200',
  RETENTION_INTERVAL_MS: '200',
  TEMPLATE_VERSION_RETENTION_DAYS: '7',
};

/** Settings of a spec. Their names are listed, so that the servers are not taken for settings. */
type SpecSettings = Readonly<Partial<Record<keyof typeof ENVIRONMENT, string>>>;

/**
 * Starts the service and the services around it.
 * @param environment settings of this spec
 * @param servers of the service, which end with it; others than those of every spec
 */
export async function startVideos(
  environment: SpecSettings = {},
  servers?: Omit<ServiceServers, 'nats'>,
): Promise<RunningVideos> {
  const { databaseUrl, natsUrl, ...own } = servers ?? (await startServers('videos'));
  const folder = temporaryFolder('videos');
  Object.assign(process.env, ENVIRONMENT, environment, {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    STORAGE_URL: pathToFileURL(folder).href,
  });
  const outside = await startApplication('outside', OutsideWorld);
  const app = await startApplication('videos', VideosModule);
  const em = app.get(EntityManager);
  return {
    app,
    databaseUrl,
    em,
    store: app.get(ObjectStore),
    rpc: outside.get(RpcClient),
    ledger: outside.get(Ledger),
    engine: outside.get(Engine),
    received: outside.get(ReceivedMessages),
    ...videosOf(app),
    ...rendererOf(outside, app),
    async clear() {
      // Repeated, because it may deadlock with a dispatcher, which has locked steps and locks videos next.
      await eventually(() =>
        em
          .fork()
          .execute(
            'TRUNCATE videos, batches, segments, idempotency_keys, dispatch_turns, render_costs, upload_lengths, video_totals, video_changes, usage_days, usage_changes',
          ),
      );
    },
    async stop() {
      await app.close();
      await outside.close();
      await own.stop();
    },
  };
}

/** The service for the tests of a file. @param environment as of {@link startVideos} */
export function useVideos(environment?: SpecSettings): RunningVideos {
  const videos = {} as RunningVideos;
  beforeAll(async () => {
    Object.assign(videos, await startVideos(environment));
  });
  afterAll(() => videos.stop());
  return videos;
}

async function startApplication(name: string, module: typeof VideosModule): Promise<INestApplication> {
  return (await startWithHandlers(name, module)).app;
}

function videosOf(app: INestApplication): Pick<RunningVideos, 'accept' | 'acceptTest' | 'reserve'> {
  const reservations = app.get(Reservations);
  const reserve = async (
    orgId: string,
    {
      frames = 24,
      ageMs = 0,
      key,
      change = {},
    }: { frames?: number; ageMs?: number; key?: string; change?: Partial<Reservation> },
  ): Promise<Reservation> => {
    const id = randomUUID();
    const now = new Date(Date.now() - ageMs);
    const video: Reservation = {
      id,
      orgId,
      status: 'RESERVING',
      traceHeaders: {},
      templateId: randomUUID(),
      templateVersion: 1,
      publicKey: `videos/${id}/public.mp4`,
      createdAt: now,
      updatedAt: now,
      size: 'default',
      format: 'mp4',
      fps: 24,
      width: 320,
      height: 180,
      frameCount: frames,
      durationS: frames / 24,
      credits: 1,
      test: false,
      document: DOCUMENT,
      request: null,
      cutPlaces: null,
      expectedMs: expectedMs({ frames, ...change }),
      audioUrl: null,
      callback: null,
      keyFrameIntervalS: null,
      maxWidth: null,
      loop: null,
      metadata: null,
      batchId: null,
      cells: null,
      replaces: null,
      creatorType: null,
      creatorId: null,
      batchRow: null,
      ...change,
    };
    await reservations.reserve(video, key === undefined ? undefined : { orgId, key, bodySha256: '' });
    return video;
  };
  const accept = async (video: Reservation): Promise<string> => {
    await reservations.accept(video, null);
    return video.id;
  };
  return {
    reserve: async (orgId, key) => (await reserve(orgId, { ageMs: 60_000, ...(key !== undefined && { key }) })).id,
    accept: async (orgId, frames = 240, change) => accept(await reserve(orgId, { frames, ...(change && { change }) })),
    acceptTest: async (orgId) => accept(await reserve(orgId, { change: { test: true } })),
  };
}

type Renderer = Pick<
  RunningVideos,
  'announce' | 'begin' | 'claim' | 'claimAny' | 'heartbeat' | 'report' | 'succeed' | 'upload'
>;

/** A renderer's messages over NATS, and its uploads. */
function rendererOf(outside: INestApplication, app: INestApplication): Renderer {
  const [store, em] = [app.get(ObjectStore), app.get(EntityManager)];
  const [rpc, live, durable] = [outside.get(RpcClient), outside.get(LivePublisher), outside.get(JetStreamPublisher)];
  const isDispatched = async (video: string) => (await em.fork().count(StepRow, { video, state: 'DISPATCHED' })) === 1;
  const renderer: Renderer = {
    claim: (video_id, worker = 'w1', claim_id) =>
      rpc.call(CLAIMS_RPC.claim, { schema: 1, video_id, segment: 0, worker, ...(claim_id && { claim_id }) }),
    claimAny: (video_id, worker, claim_id) =>
      rpc.call(CLAIMS_RPC.claim, { schema: 1, video_id, segment: 0, worker, claim_id, takes_other: true }),
    async begin(videoId, worker) {
      const until = Date.now() + DISPATCH_PATIENCE_MS;
      while (!(await isDispatched(videoId))) {
        if (Date.now() > until) throw new Error(`video ${videoId} was not dispatched`);
        await pause(20);
      }
      const reply = await renderer.claim(videoId, worker);
      if ('plan' in reply) return reply;
      throw new Error(`not granted with a plan: ${JSON.stringify(reply)}`);
    },
    heartbeat: (video_id, epoch, frames_done) =>
      live.publish(STEP_HEARTBEAT, { video_id, segment: 0, epoch, worker: 'w1', frames_done }),
    upload: ({ plan }, content = 'video') =>
      store.put(plan.output_key, Buffer.from(content), { contentType: 'video/mp4' }),
    async report(video_id, epoch, end) {
      const payload: RenderResult = { schema: 1, video_id, segment: 0, epoch, worker: 'w1', ...end };
      await durable.publish(withToken(RENDER_RESULT, video_id), payload, { id: randomUUID() });
    },
    async succeed(videoId, claim, content = 'video', cost) {
      await renderer.upload(claim, content);
      const output = { key: claim.plan.output_key, file_size: content.length, frames: 240, duration: 10 };
      await renderer.report(videoId, claim.epoch, { output, ...(cost && { cpu_ms: cost }) });
    },
    announce: (total, free, takes_steps = false) =>
      live.publish(RENDER_SLOTS, {
        worker: 'w1',
        encoder: 'software',
        total,
        free,
        ...(takes_steps && { takes_steps }),
      }),
  };
  return renderer;
}
