import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Logger, RepeatedWork, type Repeater } from '#libs/runtime';

const POLL_MS = 10_000;
/** Number of deliveries removed with their attempts in one transaction, which takes a fraction of a second. */
const BATCH = 500;

/** Removes the data of deleted endpoints, in every process: deliveries and attempts in batches, then the endpoint's row. */
@Injectable()
export class RemovalWorker {
  private readonly repeater: Repeater;

  constructor(
    private readonly em: EntityManager,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    this.repeater = work.repeat(() => this.round(), POLL_MS, 'removal.round_failed');
  }

  /** Starts a round at once: call it after the commit that made work for it. */
  kick(): void {
    this.repeater.kick();
  }

  /** Removes one batch of the endpoint that was deleted first; true if there may be more. */
  private async round(): Promise<boolean> {
    const [endpoint] = await this.em
      .fork()
      .execute<{ id: string }[]>(
        `SELECT id FROM endpoints WHERE removed_at IS NOT NULL ORDER BY removed_at, id LIMIT 1`,
      );
    if (!endpoint) return false;
    if ((await this.removeDeliveries(endpoint.id)) > 0) return true;
    return this.removeEndpoint(endpoint.id);
  }

  private async removeDeliveries(endpointId: string): Promise<number> {
    const removed = await this.em.fork().execute(
      `DELETE FROM deliveries WHERE id = ANY (ARRAY(
         SELECT id FROM deliveries WHERE endpoint_id = ? LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING id`,
      [endpointId],
    );
    return removed.length;
  }

  /**
   * Removes the row of an endpoint. The row stays while a delivery is left that another transaction has locked; the
   * next round removes both.
   */
  private async removeEndpoint(endpointId: string): Promise<boolean> {
    const removed = await this.em.fork().execute(
      `DELETE FROM endpoints WHERE id = ? AND removed_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM deliveries WHERE endpoint_id = endpoints.id) RETURNING id`,
      [endpointId],
    );
    if (removed.length > 0) this.log.info('webhook.purged', { webhook_id: endpointId });
    return removed.length > 0;
  }
}
