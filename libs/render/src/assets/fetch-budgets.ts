/** Requests that are sent for the validations of one organization in a minute: to all hosts, and to one of them. */
export const FETCHES_A_MINUTE = { all: 400, host: 200 } as const;

const MINUTE_MS = 60_000;

/**
 * Bounds how many requests organizations have this process send to other people's servers: validation is free, and each one
 * may fetch a hundred files, some of them three times. All budgets are whole again when a minute has passed.
 */
export class FetchBudgets {
  private readonly used = new Map<string, number>();
  private beganAtMs = -Infinity;

  /** Takes one request of the organization to the host of `url`; false, and takes none, when a budget is used up. */
  take(orgId: string, url: string, nowMs: number): boolean {
    if (nowMs - this.beganAtMs >= MINUTE_MS) {
      this.used.clear();
      this.beganAtMs = nowMs;
    }
    const host = URL.parse(url)?.host ?? '';
    const [ofAll, ofHost] = [this.used.get(orgId) ?? 0, this.used.get(`${orgId} ${host}`) ?? 0];
    if (ofAll >= FETCHES_A_MINUTE.all || ofHost >= FETCHES_A_MINUTE.host) return false;
    this.used.set(orgId, ofAll + 1).set(`${orgId} ${host}`, ofHost + 1);
    return true;
  }
}

/** Thrown in place of a request for which no budget is left. */
export class FetchBudgetUsed extends Error {
  constructor() {
    super('the budget of fetches is used up');
  }
}
