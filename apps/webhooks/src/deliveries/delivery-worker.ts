import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Guard } from '#libs/net-guard';
import { Logger, Repeater } from '#libs/runtime';
import { openSecret } from '#libs/signing';
import { WebhooksConfig } from '../webhooks.config.js';
import { attemptDelivery } from './attempt-delivery.js';
import { chooseFairly, type Shares, sharesOf } from './choose-fairly.js';
import { DeliveryQueue, type LeasedDelivery } from './delivery-queue.js';
import { judgeAttempt } from './judge-attempt.js';

const POLL_MS = 250;
/** How long attempts in flight may go on when the service stops; then they are cut off and handed back, ms. */
const GRACE_MS = 5_000;

/**
 * Delivers: leases what is due, as many at once as there are slots, and attempts each once. A process that dies leaves
 * its leases to run out, and the same bytes go out again: at least once.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly shares: Shares;
  private readonly repeater: Repeater;
  private readonly inFlight = new Map<LeasedDelivery, Promise<void>>();
  private readonly cutOff = new AbortController();

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly guard: Guard,
    private readonly config: WebhooksConfig,
    private readonly log: Logger,
  ) {
    this.shares = sharesOf(config.deliverySlots);
    this.repeater = new Repeater({
      run: () => this.round(),
      intervalMs: POLL_MS,
      onError: (error) => log.warn('delivery.round_failed', { error }),
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  /** Looks for due deliveries at once: call it after the commit that made some. */
  kick(): void {
    this.repeater.kick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
    const grace = setTimeout(() => this.cutOff.abort(), GRACE_MS);
    await Promise.all(this.inFlight.values());
    clearTimeout(grace);
  }

  private async round(): Promise<boolean> {
    if (this.inFlight.size >= this.shares.slots) return false;
    const byEndpoint = countBy(this.inFlight.keys(), (delivery) => delivery.endpoint_id);
    const byOrg = countBy(this.inFlight.keys(), (delivery) => delivery.org_id);
    const due = await this.queue.findDue({
      endpoints: fullOnes(byEndpoint, this.shares.perEndpoint),
      orgs: fullOnes(byOrg, this.shares.perOrg),
    });
    const chosen = chooseFairly(due, { total: this.inFlight.size, byEndpoint, byOrg }, this.shares);
    const leased = await this.queue.lease(chosen.map(({ id }) => id));
    for (const delivery of leased) this.begin(delivery);
    return leased.length > 0;
  }

  private begin(delivery: LeasedDelivery): void {
    const work = this.attempt(delivery)
      // Nothing is recorded then; the lease runs out and the attempt is made again.
      .catch((error: unknown) => this.log.error('delivery.not_recorded', { ...idsOf(delivery), error }))
      .finally(() => {
        this.inFlight.delete(delivery);
        this.repeater.kick();
      });
    this.inFlight.set(delivery, work);
  }

  private async attempt(delivery: LeasedDelivery): Promise<void> {
    const { url, event_id, body, sealed_secret, endpoint_id, attempts } = delivery;
    const secret = openSecret(sealed_secret, { key: this.config.secretKey, owner: endpoint_id });
    const webhookId = `evt_${event_id.replaceAll('-', '')}`;
    const outcome = await attemptDelivery(this.guard, { url, webhookId, body, secrets: [secret] }, this.cutOff.signal);
    if (this.cutOff.signal.aborted && outcome.status === null) return this.queue.handBack(delivery);
    const number = attempts + 1;
    const verdict = judgeAttempt(outcome, number, Math.random());
    const recorded = await this.queue.settle(delivery, outcome, verdict);
    const { durationMs: duration_ms, status, failure } = outcome;
    const line = { ...idsOf(delivery), webhook_id_header: webhookId, attempt: number, status, failure, duration_ms };
    this.log.info('delivery.attempted', { ...line, verdict, recorded });
  }
}

function idsOf({ id, endpoint_id, org_id, video_id, type }: LeasedDelivery) {
  return { delivery_id: id, webhook_id: endpoint_id, org_id, video_id, type };
}

function countBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function fullOnes(counts: ReadonlyMap<string, number>, limit: number): string[] {
  return [...counts].filter(([, count]) => count >= limit).map(([key]) => key);
}
