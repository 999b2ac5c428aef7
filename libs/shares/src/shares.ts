import { type BudgetName, BUDGETS, type WorkBudget } from '#libs/contracts';
import { Share } from './share.js';

/** The shares that a process keeps: one for each budget of its service. */
export class Shares {
  private readonly shares: ReadonlyMap<WorkBudget, Share>;

  /**
   * @param service as `keptBy` names it
   * @param nowMs a clock that only advances, ms
   */
  constructor(service: string, nowMs: () => number) {
    const kept = Object.entries(BUDGETS).filter(([, { keptBy }]) => keptBy === service);
    this.shares = new Map(kept.map(([name, budget]) => [name as BudgetName, new Share(budget, nowMs)]));
  }

  /** The share in which a whole request takes a place; undefined where another service keeps the budget, or a part takes it. */
  ofRequest(budget: WorkBudget): Share | undefined {
    const isTaken = Object.hasOwn(BUDGETS, budget) && BUDGETS[budget as BudgetName].takenBy === 'request';
    return isTaken ? this.shares.get(budget) : undefined;
  }

  /** @throws Error for a budget that another service keeps */
  of(budget: BudgetName): Share {
    const share = this.shares.get(budget);
    if (!share) throw new Error(`${BUDGETS[budget].keptBy} keeps the budget ${budget}`);
    return share;
  }

  [Symbol.iterator](): Iterator<[WorkBudget, Share]> {
    return this.shares[Symbol.iterator]();
  }
}
