import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { LOW_BALANCE_ALERT, type BalanceAlert, type SetAlert } from '#libs/contracts';
import { Outbox } from '#libs/outbox';
import { Logger, RepeatedWork } from '#libs/runtime';
import { AccountRow } from './account.entity.js';

const ROUND_MS = 2_000;
/** Alerts published in one transaction. */
const BATCH = 100;

interface Alert {
  id: string;
  org_id: string;
  below: string;
  available: string;
  held: string;
  created_at: string;
}

/** Alerts organizations whose balance has fallen below their threshold, which a trigger on the account notices. */
@Injectable()
export class BalanceAlerts {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly log: Logger,
    work: RepeatedWork,
  ) {
    work.repeat(() => this.publish(), ROUND_MS, 'balance_alerts.publish_failed');
  }

  async of(orgId: string): Promise<BalanceAlert> {
    const account = await this.em.fork().findOne(AccountRow, orgId);
    return { below: account?.alertBelow ?? null, is_low: account?.isLow ?? false };
  }

  /** Sets the threshold, and opens the account if there is none. */
  async set({ org_id, below }: SetAlert): Promise<BalanceAlert> {
    await this.em.fork().transactional(async (em) => {
      await em.execute('INSERT INTO accounts (org_id) VALUES (?) ON CONFLICT DO NOTHING', [org_id]);
      await em.execute('UPDATE accounts SET alert_below = ? WHERE org_id = ?', [below, org_id]);
    });
    return this.of(org_id);
  }

  /** Publishes a batch of alerts, each in the transaction that removes it. @returns whether there may be more */
  private async publish(): Promise<boolean> {
    const alerts = await this.outbox.transaction(this.em, async (tx) => {
      const taken = await tx.execute<Alert[]>(
        `DELETE FROM balance_alerts WHERE id IN
           (SELECT id FROM balance_alerts ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING *`,
      );
      for (const alert of taken)
        await this.outbox.enqueue(tx, LOW_BALANCE_ALERT, eventOf(alert), { orderKey: alert.org_id });
      return taken;
    });
    for (const { org_id, below, available } of alerts) {
      this.log.info('credits.low_balance', { org_id, below: Number(below), available: Number(available) });
    }
    return alerts.length === BATCH;
  }
}

function eventOf({ id, org_id, below, available, held, created_at }: Alert) {
  const occurredAt = new Date(created_at).toISOString();
  return {
    schema: 1,
    type: 'alert.low_balance',
    occurred_at: occurredAt,
    org_id,
    alert: { id, below: Number(below), available: Number(available), held: Number(held), created_at: occurredAt },
  } as const;
}
