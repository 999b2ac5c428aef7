import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { EVENTS_RPC } from '#libs/contracts';
import { RpcClient } from '#libs/messaging';
import { Outbox, type PublishedMessage, PublishedMessages } from '#libs/outbox';
import { Logger } from '#libs/runtime';
import type { RepairPass } from './repair-pass.js';
import { VideosConfig } from '../videos.config.js';
import { EventAuditRow } from './event-audit.entity.js';

const CONSUMER = 'webhooks';
/** Events of one request. */
const BATCH = 500;
/** Requests of one round. */
const MAX_BATCHES = 20;
const DAY_MS = 86_400_000;
/** Age of the oldest events that the first round reads, ms. */
const FIRST_LOOK_MS = DAY_MS;
/** Greatest age of an event that is published again, ms. The stream does not keep older ones either. */
const MAX_AGE_MS = 7 * DAY_MS;

/**
 * Publishes events again that JetStream lost while the stream itself survived: asks webhooks which events it has received
 * and publishes the rest. An event is checked once, a while after it was published; one published again is checked again.
 * Holds have a pass of their own.
 */
@Injectable()
export class UntakenEvents implements RepairPass {
  readonly repairs = 'untaken_events';

  constructor(
    private readonly em: EntityManager,
    private readonly rpc: RpcClient,
    private readonly outbox: Outbox,
    private readonly published: PublishedMessages,
    private readonly config: VideosConfig,
    private readonly log: Logger,
  ) {}

  async repair(): Promise<number> {
    let republished = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const events = await this.published.next('VIDEO', await this.reached(), {
        limit: BATCH,
        patienceMs: this.config.eventPatienceMs,
      });
      if (events.length === 0) break;
      const message_ids = events.map(({ id }) => id);
      const reply = await this.rpc.call(EVENTS_RPC.untaken, { message_ids });
      if (!reply.caught_up) break; // the missing events may still be on their way
      const lost = new Set(reply.message_ids);
      republished += await this.republish(
        events.filter(({ id }) => lost.has(id)),
        message_ids.at(-1)!,
      );
    }
    return republished;
  }

  private async reached(): Promise<string> {
    const audit = await this.em.fork().findOne(EventAuditRow, CONSUMER);
    return audit?.reachedMessageId ?? this.published.placeOf(Date.now() - FIRST_LOOK_MS);
  }

  /**
   * Publishes lost events again and notes the progress in the same transaction, so that an interruption skips no event.
   */
  private async republish(lost: readonly PublishedMessage[], reached: string): Promise<number> {
    const young = lost.filter(({ payload }) => Date.parse(String(payload['occurred_at'])) > Date.now() - MAX_AGE_MS);
    await this.outbox.transaction(this.em, async (tx) => {
      await this.published.copy(
        tx,
        young.map(({ id }) => id),
      );
      await tx.upsert(EventAuditRow, { consumer: CONSUMER, reachedMessageId: reached });
    });
    for (const { id, payload } of young) {
      const { type, org_id, occurred_at } = payload;
      this.log.warn('event.republished', { message_id: id, type, org_id, occurred_at });
    }
    return young.length;
  }
}
