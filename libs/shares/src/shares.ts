import { type BudgetName, BUDGETS, type WorkBudget } from '#libs/contracts';
import { Share } from './share.js';

/** The shares that a process keeps: one for each budget of its service. */
export class Shares {
  private readonly shares: ReadonlyMap<BudgetName, Share>;

  /**
   * @param service as `keptBy` names it
   * @param nowMs a clock that only advances, ms
   * @param onRefusal called for every piece that is refused
   */
  constructor(service: string, nowMs: () => number, onRefusal: (budget: BudgetName) => void = () => undefined) {
    const kept = Object.keys(BUDGETS)
      .filter(isBudgetName)
      .filter((name) => BUDGETS[name].keptBy === service);
    this.shares = new Map(kept.map((name) => [name, new Share(BUDGETS[name], nowMs, () => onRefusal(name))]));
  }

  /** The share in which a whole request takes a place; undefined where another service keeps the budget, or a part takes it. */
  ofRequest(budget: WorkBudget): Share | undefined {
    return isBudgetName(budget) && BUDGETS[budget].takenBy === 'request' ? this.shares.get(budget) : undefined;
  }

  /** @throws Error for a budget that another service keeps */
  of(budget: BudgetName): Share {
    const share = this.shares.get(budget);
    if (!share) throw new Error(`${BUDGETS[budget].keptBy} keeps the budget ${budget}`);
    return share;
  }

  [Symbol.iterator](): Iterator<[BudgetName, Share]> {
    return this.shares[Symbol.iterator]();
  }
}

function isBudgetName(name: string): name is BudgetName {
  return Object.hasOwn(BUDGETS, name);
}
