import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { subjectOf } from '#libs/contracts';
import { Guard } from '#libs/net-guard';
import { Logger, RepeatedWork, type Repeater, withTrace } from '#libs/runtime';
import { EndpointSecrets } from '../../endpoints/endpoint-secrets.js';
import { WebhooksConfig } from '../../webhooks.config.js';
import { attemptDuration, firstAttemptLag } from '../../webhooks.metrics.js';
import { attemptDelivery, type AttemptOutcome, brokenAttempt } from '../attempts/attempt-delivery.js';
import { type Busy, type Candidate, chooseFairly, Occupancy, type SlotShares, sharesOf } from './choose-fairly.js';
import { DeliveryQueue, type LeasedDelivery } from './delivery-queue.js';
import { judgeAttempt, type Verdict } from '../attempts/judge-attempt.js';
import { webhookIdOf } from '../rows/webhook-id.js';
import { UnresponsiveLanes } from './unresponsive-lanes.js';

const POLL_MS = 250;
/** An id smaller than that of every lane, with which a round begins. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Leases due deliveries, as many at once as there are slots, and attempts each once. The leases of a crashed process expire,
 * and another process sends the same bytes again: at least once.
 */
@Injectable()
export class DeliveryWorker implements BeforeApplicationShutdown {
  private readonly repeater: Repeater;
  private readonly shares: SlotShares;
  private readonly inFlight = new Map<LeasedDelivery, Promise<void>>();
  private readonly unresponsive = new UnresponsiveLanes();
  private readonly cutOff = new AbortController();
  /** The lane served last; the next round begins after it, so that all lanes have their turn. */
  private servedLast = BEFORE_ALL;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly guard: Guard,
    private readonly secrets: EndpointSecrets,
    private readonly config: WebhooksConfig,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    this.repeater = work.repeat(() => this.round(), POLL_MS, 'delivery.round_failed');
    this.shares = sharesOf(config.deliverySlots);
  }

  /** Starts a round at once: call it after the commit that made work for it. */
  kick(): void {
    this.repeater.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
    const grace = setTimeout(() => this.cutOff.abort(), this.config.deliveryGraceMs);
    await Promise.all(this.inFlight.values());
    clearTimeout(grace);
  }

  private async round(): Promise<boolean> {
    const isUnresponsive = (laneId: string) => this.unresponsive.has(laneId);
    const occupancy = new Occupancy(this.shares, isUnresponsive, this.inFlight.keys());
    if (occupancy.free <= 0) return false;
    await this.queue.wake();
    const busy = occupancy.busy([...this.inFlight.keys(), ...this.unresponsive]);
    const ready = await this.findReady(busy, occupancy.free);
    const chosen = chooseFairly(ready, occupancy);
    this.servedLast = chosen.at(-1)?.lane_id ?? BEFORE_ALL;
    const leased = await this.queue.lease(chosen.map(({ id }) => id));
    for (const delivery of leased) this.begin(delivery);
    return leased.length > 0;
  }

  /** Continues where the last round stopped; starts from the beginning if nothing is ready after that. */
  private async findReady(busy: Busy, free: number): Promise<Candidate[]> {
    const { perLane } = this.shares;
    const ready = await this.queue.findReady(this.servedLast, busy, { lanes: free, perLane });
    if (ready.length > 0 || this.servedLast === BEFORE_ALL) return ready;
    return this.queue.findReady(BEFORE_ALL, busy, { lanes: free, perLane });
  }

  private begin(delivery: LeasedDelivery): void {
    const startedAt = new Date();
    const work = withTrace(delivery.trace_headers, () => this.attempt(delivery))
      .catch((error: unknown) => this.recordFault(delivery, startedAt, error))
      // The database is unreachable: the lease expires and the attempt is repeated.
      .catch((error: unknown) => this.log.error('delivery.record_failed', { ...idsOf(delivery), error }))
      .finally(() => {
        this.inFlight.delete(delivery);
        this.kick();
      });
    this.inFlight.set(delivery, work);
  }

  private async attempt(delivery: LeasedDelivery): Promise<void> {
    const { url, event_id, body } = delivery;
    const webhookId = webhookIdOf(event_id);
    const secrets = this.secretsOf(delivery);
    if (delivery.attempts === 0 && delivery.event_age_s !== null) firstAttemptLag.observe(Number(delivery.event_age_s));
    const limits = { timeoutMs: this.config.deliveryTimeoutMs, signal: this.cutOff.signal };
    const outcome = await attemptDelivery(this.guard, { url, webhookId, body, secrets }, limits);
    if (this.cutOff.signal.aborted && outcome.status === null) {
      measure(outcome, 'handed_back');
      return this.queue.handBack(delivery);
    }
    this.unresponsive.learn(delivery, outcome);
    const verdict = judgeAttempt(outcome, delivery.step + 1, Math.random());
    measure(outcome, verdict.state);
    const recorded = await this.queue.settle(delivery, outcome, verdict);
    const { durationMs: duration_ms, status, failure } = outcome;
    const line = {
      ...idsOf(delivery),
      webhook_id_header: webhookId,
      attempt: delivery.attempts + 1,
      status,
      failure,
      duration_ms,
    };
    this.log.info('delivery.attempted', { ...line, verdict, recorded });
  }

  /**
   * Counts an attempt that an internal error ended as failed: if it were repeated whenever its lease expires, it would never
   * reach the end of its schedule.
   */
  private async recordFault(delivery: LeasedDelivery, startedAt: Date, error: unknown): Promise<void> {
    this.log.error('delivery.attempt_failed', { ...idsOf(delivery), attempt: delivery.attempts + 1, error });
    const outcome = brokenAttempt(startedAt, Date.now());
    const verdict = blameless(judgeAttempt(outcome, delivery.step + 1, Math.random()));
    measure(outcome, verdict.state);
    await this.queue.settle(delivery, outcome, verdict);
  }

  private secretsOf({ endpoint_id, sealed_secret, sealed_retired_secrets }: LeasedDelivery): [string, ...string[]] {
    const open = (sealed: Uint8Array) => this.secrets.open(sealed, endpoint_id);
    return [open(sealed_secret), ...sealed_retired_secrets.map(open)];
  }
}

/** The verdict on an attempt that an internal error ended, which does not disable the endpoint. */
function blameless(verdict: Verdict): Verdict {
  return verdict.state === 'failed' ? { state: 'failed', because: 'our-fault' } : verdict;
}

function measure({ status, durationMs }: AttemptOutcome, result: Verdict['state'] | 'handed_back'): void {
  const answer = status === null ? 'none' : `${Math.floor(status / 100)}xx`;
  attemptDuration.observe({ result, answer }, durationMs / 1_000);
}

function idsOf({ id, endpoint_id, org_id, subject_id, type }: LeasedDelivery) {
  return {
    delivery_id: id,
    webhook_id: endpoint_id,
    org_id,
    [`${subjectOf(type)}_id`]: subject_id,
    type,
  };
}
