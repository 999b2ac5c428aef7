import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { VideosConfig } from '../videos.config.js';
import { Dispatcher } from './dispatcher.js';
import type { WaitingStep } from './fair-queue.js';
import { LearnedCosts } from './learned-costs.js';
import { slotsOf } from './render-pools.js';
import { waitingOrgs } from './waiting-orgs.js';
import { type PendingWork, type QueuedStep, secondsToWait } from './seconds-to-wait.js';

/** Number of an organization's waiting videos that have an estimate: the next ones of its queue. */
const PER_ORG = 20;

/** Costs of paid work in CPU milliseconds, by organization: of waiting steps, and the rest of those in progress. */
const BACKLOG = `
  SELECT org_id, sum(cost_ms) FILTER (WHERE state = 'WAITING')::float8 AS waiting,
         (sum(cost_ms * (1 - least(1, frames_done::float8 / greatest(1, to_frame - from_frame))))
           FILTER (WHERE state <> 'WAITING'))::float8 AS active
    FROM segments WHERE state IN ('WAITING', 'DISPATCHED', 'LEASED') AND NOT test GROUP BY org_id`;

/** Time until a waiting video is finished. */
interface WaitingTime {
  videoId: string;
  /** Null without renderers. */
  seconds: number | null;
}

/** Estimates when waiting videos will be finished, from the costs of what is ahead of them. */
@Injectable()
export class QueueEstimates {
  constructor(
    private readonly em: EntityManager,
    private readonly dispatcher: Dispatcher,
    private readonly costs: LearnedCosts,
    private readonly config: VideosConfig,
  ) {}

  /** Waiting times of each organization's next videos. */
  async read(): Promise<WaitingTime[]> {
    const em = this.em.fork();
    const orgs = await waitingOrgs(em, { isTest: false, limit: PER_ORG });
    if (orgs.length === 0) return [];
    const backlog = await this.backlog(em);
    const waiting = orgs.flatMap(({ short, long }) => [
      ...withAhead(short, sumOf(long)),
      ...withAhead(long, sumOf(short)),
    ]);
    const latest = new Map<string, number | null>(); // of the steps of one video
    for (const step of waiting) {
      const seconds = secondsToWait(step, backlog);
      latest.set(step.videoId, seconds && Math.max(seconds, latest.get(step.videoId) ?? 0));
    }
    return [...latest].map(([videoId, seconds]) => ({ videoId, seconds }));
  }

  private async backlog(em: EntityManager): Promise<PendingWork> {
    const rows = await em.execute<{ org_id: string; waiting: number | null; active: number | null }[]>(BACKLOG);
    return {
      waitingMs: new Map(rows.map(({ org_id, waiting }) => [org_id, waiting ?? 0])),
      activeMs: rows.reduce((sum, { active }) => sum + (active ?? 0), 0),
      slots: slotsOf(this.dispatcher.pools).total,
      perOrg: this.config.orgMaxAtOnce,
      pace: this.costs.pace,
    };
  }
}

/**
 * An organization's short or long steps, each with the costs of the steps before it. Short and long steps take turns.
 *
 * @param otherMs costs of the other line
 */
function withAhead(steps: readonly WaitingStep[], otherMs: number): (WaitingStep & QueuedStep)[] {
  let beforeMs = 0;
  return steps.map((step) => {
    const aheadMs = beforeMs + Math.min(otherMs, beforeMs);
    beforeMs += step.costMs;
    return { ...step, aheadMs };
  });
}

function sumOf(steps: readonly WaitingStep[]): number {
  return steps.reduce((sum, { costMs }) => sum + costMs, 0);
}
