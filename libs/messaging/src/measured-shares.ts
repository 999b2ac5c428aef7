import { BUDGETS } from '#libs/contracts';
import type { Metrics } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { budgetBytes, budgetPieces, budgetRefusals } from './messaging.metrics.js';

/** The shares of a service's process, with their load and refusals as metrics. */
export function measuredShares(service: string, metrics: Metrics): Shares {
  const shares = new Shares(
    service,
    () => performance.now(),
    (budget) => budgetRefusals.inc({ budget }),
  );
  metrics.beforeScrape([budgetPieces, budgetBytes], () => {
    for (const [budget, { load }] of shares) {
      budgetPieces.set({ budget, state: 'active' }, load.active);
      budgetPieces.set({ budget, state: 'waiting' }, load.waiting);
      if ('bytes' in BUDGETS[budget]) budgetBytes.set({ budget }, load.bytes);
    }
  });
  return shares;
}
