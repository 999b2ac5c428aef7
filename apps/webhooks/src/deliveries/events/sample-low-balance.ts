import type { LowBalance } from '#libs/contracts';

/** A sample of a balance that has fallen below a threshold. */
export function sampleLowBalance(id: string, now: Date): LowBalance {
  return { id, below: 100, available: 90, held: 10, created_at: now.toISOString() };
}
