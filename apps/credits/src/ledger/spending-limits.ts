import type { EntityManager } from '@mikro-orm/postgresql';
import type { HoldReply, Spender } from '#libs/contracts';

/** Credits that the videos of a key have taken: held or captured, on this day and in all. */
const TAKEN = `
  SELECT coalesce(sum(amount) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0)::float8 AS daily_credits,
         coalesce(sum(amount), 0)::float8 AS total_credits
    FROM spender_days WHERE spender_id = ?`;

type Limit = 'daily_credits' | 'total_credits';

/**
 * The refusal of holds that would exceed a limit of the key that spends them; null within the limits. Call it with the
 * organization's account locked: then no other hold of the key comes in between.
 */
export async function refusedByLimit(tx: EntityManager, spender: Spender, required: number): Promise<HoldReply | null> {
  const [taken] = await tx.execute<[Record<Limit, number>]>(TAKEN, [spender.key_id]);
  for (const limit of ['daily_credits', 'total_credits'] as const) {
    const most = spender[limit];
    const available = Math.max(0, (most ?? Infinity) - taken[limit]);
    if (required > available) return { outcome: 'limited', limit, required, available };
  }
  return null;
}
