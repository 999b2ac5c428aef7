import { Injectable } from '@nestjs/common';
import { type EntityManager } from '@mikro-orm/postgresql';
import { Outbox } from './outbox.js';

/** Applies the effect of every message once, however often it is delivered. */
@Injectable()
export class Inbox {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Runs `effect` and records the message, in one transaction. Returns false without running it if the message is
   * already recorded. Messages that `effect` enqueues are published after the commit.
   *
   * @param consumer names the effect: a service may apply several to one message
   */
  async once(
    em: EntityManager,
    consumer: string,
    messageId: string,
    effect: (tx: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return this.outbox.transaction(em, async (tx) => {
      const rows = await tx.execute(
        `INSERT INTO inbox (consumer, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING message_id`,
        [consumer, messageId],
      );
      if (rows.length === 0) return false;
      await effect(tx);
      return true;
    });
  }

  /** Returns those of `messageIds` that have no recorded effect of `consumer`. */
  async untaken(em: EntityManager, consumer: string, messageIds: readonly string[]): Promise<string[]> {
    const rows = await em.execute<{ id: string }[]>(
      `SELECT id FROM unnest(?::text[]) AS id
        WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE consumer = ? AND message_id = id)`,
      [`{${messageIds.join(',')}}`, consumer],
    );
    return rows.map(({ id }) => id);
  }
}
