import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type Encoder, RENDER_JOB, type RenderSlots, withToken } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger, RepeatedWork, type Repeater, type TraceHeaders } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { Reservations } from '../videos/reservations.js';
import { cutVideos } from './cut-videos.js';
import { chooseSteps, type FairQueue, longRoomOf, type Serving, testRoomOf } from './fair-queue.js';
import { type Pools, RenderPools, roomOf, slotsOf, spread } from './render-pools.js';
import { waitingOrgs } from './waiting-orgs.js';

/** Pause between two rounds that no kick shortens, ms. */
const POLL_MS = 1_000;

/**
 * Moves steps from the fair queue in PostgreSQL to JetStream, only as many as renderers can begin soon. Every replica
 * dispatches; a lock admits one at a time.
 */
@Injectable()
export class Dispatcher {
  private readonly announced = new RenderPools();
  private readonly repeater: Repeater;
  /** Whether no renderer had room in the last round. */
  private isFull = false;

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    reservations: Reservations,
    private readonly config: VideosConfig,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    this.repeater = work.repeat(() => this.round(), POLL_MS, 'dispatch.failed');
    reservations.onAccepted(() => this.onQueued());
  }

  /** Starts a round at once: call it after a claim, or when a renderer has room. */
  kick(): void {
    this.isFull = false;
    this.repeater.kick();
  }

  announce(slots: RenderSlots): void {
    this.announced.announce(slots, Date.now());
    this.kick();
  }

  /** The slots that renderers announced lately, by encoder. */
  get pools(): Pools {
    return this.announced.pools(Date.now());
  }

  /** The renderers that announced themselves lately; a stopping one has no slots. */
  get renderers(): ReturnType<RenderPools['alive']> {
    return this.announced.alive(Date.now()).filter(({ slots }) => slots.total > 0);
  }

  /** Starts a round, unless no renderer has room. */
  private onQueued(): void {
    if (!this.isFull) this.repeater.kick();
  }

  private async round(): Promise<void> {
    const { isWaiting, unclaimed } = await stepCounts(this.em.fork());
    this.isFull = isWaiting && this.roomBeside(unclaimed).total === 0;
    if (!isWaiting || this.isFull) return;
    const count = await this.outbox.transaction(this.em, (tx) => this.dispatch(tx));
    if (count > 0) this.log.info('steps.dispatched', { count, pools: this.pools });
  }

  private async dispatch(tx: EntityManager): Promise<number> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.dispatch', 0))`);
    const active = await stepCounts(tx);
    const { room, total } = this.roomBeside(active.unclaimed);
    this.isFull = total === 0; // another replica may have dispatched meanwhile
    if (this.isFull) return 0;
    const unclaimed = Object.values(active.unclaimed).reduce((sum, jobs) => sum + jobs, 0);
    const slots = slotsOf(this.pools);
    const freeSlots = Math.min(slots.free - unclaimed, this.config.orgMaxAtOnce);
    if (this.announced.takeSteps(Date.now())) await cutVideos(tx, freeSlots);
    const served = chooseSteps(await queueOf(tx, total, active.tests), {
      room: total,
      longRoom: longRoomOf(slots, { unclaimed, unclaimedLong: active.unclaimedLong }),
      testRoom: testRoomOf(slots, { unclaimed, activeTests: active.tests }),
      perOrg: this.config.orgMaxAtOnce,
      testsPerOrg: this.config.orgMaxTestsAtOnce,
    });
    const encoders = spread(room, served.length);
    const sent: Serving[] = [];
    for (const [n, serving] of served.entries()) if (await this.send(tx, serving, encoders[n]!)) sent.push(serving);
    for (const serving of sent) await noteServing(tx, serving); // after all steps are locked, as where attempts end
    return served.length;
  }

  /** Jobs that renderers have room for, by encoder and in all. */
  private roomBeside(unclaimed: StepCounts['unclaimed']): { room: ReturnType<typeof roomOf>; total: number } {
    const room = roomOf(this.pools, unclaimed);
    return { room, total: [...room.values()].reduce((sum, jobs) => sum + jobs, 0) };
  }

  /** @returns false if its video has just ended */
  private async send(tx: EntityManager, serving: Serving, encoder: Encoder): Promise<boolean> {
    const { videoId, index } = serving.step;
    const [moved] = await tx.execute<{ trace_headers: TraceHeaders }[]>(
      `UPDATE segments SET state = 'DISPATCHED', dispatched_at = ?, encoder = ? FROM videos
        WHERE video_id = ? AND segment = ? AND state = 'WAITING' AND videos.id = video_id RETURNING trace_headers`,
      [new Date(), encoder, videoId, index],
    );
    if (!moved) return false;
    await this.outbox.enqueue(
      tx,
      withToken(RENDER_JOB, encoder),
      { schema: 1, video_id: videoId, segment: index },
      { orderKey: `${videoId}:${index}`, traceHeaders: moved.trace_headers },
    );
    return true;
  }
}

/** Counts of waiting and dispatched steps. */
interface StepCounts {
  isWaiting: boolean;
  /** Jobs that no renderer has claimed, by encoder. */
  unclaimed: Partial<Record<Encoder, number>>;
  /** The long ones among them. */
  unclaimedLong: number;
  /** Steps of test videos, claimed or not. */
  tests: number;
}

const STEP_COUNTS = `
  SELECT state, encoder, count(*)::int AS jobs, (count(*) FILTER (WHERE test))::int AS tests,
         (count(*) FILTER (WHERE long))::int AS long
    FROM segments WHERE state IN ('DISPATCHED', 'LEASED') GROUP BY state, encoder
  UNION ALL
  SELECT 'WAITING', NULL, 0, 0, 0 WHERE EXISTS (SELECT FROM segments WHERE state = 'WAITING')`;

async function stepCounts(em: EntityManager): Promise<StepCounts> {
  const rows =
    await em.execute<{ state: string; encoder: Encoder; jobs: number; tests: number; long: number }[]>(STEP_COUNTS);
  const unclaimed = rows.filter(({ state }) => state === 'DISPATCHED');
  return {
    isWaiting: rows.some(({ state }) => state === 'WAITING'),
    unclaimed: Object.fromEntries(unclaimed.map(({ encoder, jobs }) => [encoder, jobs])),
    unclaimedLong: unclaimed.reduce((sum, { long }) => sum + long, 0),
    tests: rows.reduce((sum, { tests }) => sum + tests, 0),
  };
}

/**
 * Adds the serving to the organization's virtual time, which attempts that have ended meanwhile have changed as well.
 */
async function noteServing(tx: EntityManager, serving: Serving): Promise<void> {
  const { step, turn, isTest, startMs, finishMs, advanceMs, longLeadMs } = serving;
  const columns: Record<string, number> = isTest
    ? { test_turn: turn, test_start_ms: startMs, test_finish_ms: finishMs }
    : { turn, start_ms: startMs, finish_ms: finishMs, long_lead_ms: longLeadMs };
  const values: Record<string, string | number> = { org_id: step.orgId, turn: 0, ...columns };
  const names = Object.keys(values);
  const finish = isTest ? 'test_finish_ms' : 'finish_ms';
  const changes = Object.keys(columns).map((name) =>
    name === finish ? `${name} = dispatch_turns.${name} + ?` : `${name} = excluded.${name}`,
  );
  await tx.execute(
    `INSERT INTO dispatch_turns (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (org_id) DO UPDATE SET ${changes.join(', ')}`,
    [...Object.values(values), advanceMs],
  );
}

async function queueOf(tx: EntityManager, limit: number, activeTests: number): Promise<FairQueue> {
  const [latest] = await tx.execute<Record<'turn' | 'test_turn' | 'paid_ms' | 'tests_ms', string | null>[]>(
    `SELECT max(turn) AS turn, max(test_turn) AS test_turn, max(start_ms) AS paid_ms, max(test_start_ms) AS tests_ms
       FROM dispatch_turns`,
  );
  const testTurn = Number(latest?.test_turn ?? 0);
  return {
    paid: await waitingOrgs(tx, { isTest: false, limit }),
    tests: await waitingOrgs(tx, { isTest: true, limit }),
    paidMs: Number(latest?.paid_ms ?? 0),
    testsMs: Number(latest?.tests_ms ?? 0),
    turn: Math.max(Number(latest?.turn ?? 0), testTurn),
    testTurn,
    activeTests,
  };
}
