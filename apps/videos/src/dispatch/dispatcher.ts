import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { type Encoder, RENDER_JOB, type RenderSlots } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger, Repeater, type TraceHeaders } from '#libs/runtime';
import { VideosConfig } from '../videos.config.js';
import { chooseSegments, type Serving, type WaitingOrg } from './fair-queue.js';
import { type Pools, RenderPools, roomOf, spread } from './render-pools.js';

/** The safety net under the kicks, ms. */
const POLL_MS = 1_000;

interface WaitingRow {
  org_id: string;
  turn: string | null;
  active: string;
  video_id: string;
  segment: number;
}

/**
 * Moves segments from the fair queue in PostgreSQL to JetStream, only as many as renderers can begin soon. All replicas
 * dispatch, one at a time.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly announced = new RenderPools();
  private readonly repeater: Repeater;
  /** No renderer had room at the last look. */
  private isFull = false;

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: POLL_MS,
      onError: (error) => log.warn('dispatch.failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  /** Something has changed: work was claimed, a renderer has room. */
  kick(): void {
    this.isFull = false;
    this.repeater.kick();
  }

  /** While no renderer has room, there is no point in looking. */
  workCame(): void {
    if (!this.isFull) this.repeater.kick();
  }

  announce(slots: RenderSlots): void {
    this.announced.announce(slots, Date.now());
    this.kick();
  }

  /** The renderers that announced themselves lately. */
  get pools(): Pools {
    return this.announced.pools(Date.now());
  }

  private async round(): Promise<void> {
    const [waiting] = await this.em.fork().execute(`SELECT 1 FROM segments WHERE state = 'WAITING' LIMIT 1`);
    if (!waiting) {
      this.isFull = false;
      return;
    }
    const count = await this.outbox.transaction(this.em, (tx) => this.dispatch(tx));
    if (count > 0) this.log.info('segments.dispatched', { count, pools: this.pools });
  }

  private async dispatch(tx: EntityManager): Promise<number> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.dispatch', 0))`);
    const room = roomOf(this.pools, await unclaimedJobs(tx));
    const total = [...room.values()].reduce((sum, jobs) => sum + jobs, 0);
    this.isFull = total === 0;
    if (this.isFull) return 0;
    const served = chooseSegments(await waitingOrgs(tx, total), { room: total, perOrg: this.config.orgMaxAtOnce });
    const encoders = spread(room, served.length);
    for (const [n, serving] of served.entries()) await this.send(tx, serving, encoders[n]!);
    return served.length;
  }

  private async send(tx: EntityManager, { segment: { videoId, segment, orgId }, turn }: Serving, encoder: Encoder) {
    const [moved] = await tx.execute<{ trace_headers: TraceHeaders }[]>(
      `UPDATE segments SET state = 'DISPATCHED', dispatched_at = ?, encoder = ? FROM videos
        WHERE video_id = ? AND segment = ? AND state = 'WAITING' AND videos.id = video_id RETURNING trace_headers`,
      [new Date(), encoder, videoId, segment],
    );
    if (!moved) return; // its video has just ended
    await tx.execute(
      `INSERT INTO dispatch_turns (org_id, turn) VALUES (?, ?) ON CONFLICT (org_id) DO UPDATE SET turn = excluded.turn`,
      [orgId, turn],
    );
    await this.outbox.enqueue(
      tx,
      RENDER_JOB,
      { schema: 1, video_id: videoId, segment },
      { subject: `render.job.${encoder}`, orderKey: `${videoId}:${segment}`, traceHeaders: moved.trace_headers },
    );
  }
}

async function unclaimedJobs(tx: EntityManager): Promise<Partial<Record<Encoder, number>>> {
  const rows = await tx.execute<{ encoder: Encoder; jobs: number }[]>(
    `SELECT encoder, count(*)::int AS jobs FROM segments WHERE state = 'DISPATCHED' GROUP BY encoder`,
  );
  return Object.fromEntries(rows.map(({ encoder, jobs }) => [encoder, jobs]));
}

/** Every organization with work waiting, with its oldest segments, at most `limit` of each. */
async function waitingOrgs(tx: EntityManager, limit: number): Promise<WaitingOrg[]> {
  const rows = await tx.execute<WaitingRow[]>(
    `SELECT org.org_id, turns.turn, active.count AS active, oldest.video_id, oldest.segment
       FROM (SELECT org_id, min(queued_at) AS since FROM segments WHERE state = 'WAITING' GROUP BY org_id) AS org
       LEFT JOIN dispatch_turns AS turns USING (org_id)
       CROSS JOIN LATERAL (
         SELECT count(*) FROM segments WHERE org_id = org.org_id AND state IN ('DISPATCHED', 'LEASED')
       ) AS active
       CROSS JOIN LATERAL (
         SELECT video_id, segment, queued_at FROM segments WHERE org_id = org.org_id AND state = 'WAITING'
          ORDER BY queued_at LIMIT ?
       ) AS oldest
      ORDER BY org.since, org.org_id, oldest.queued_at, oldest.segment`,
    [limit],
  );
  return [...Map.groupBy(rows, (row) => row.org_id)].map(([orgId, segments]) => ({
    orgId,
    lastTurn: Number(segments[0]!.turn ?? 0),
    active: Number(segments[0]!.active),
    waiting: segments.map((row) => ({ videoId: row.video_id, segment: row.segment, orgId })),
  }));
}
