/** Finds and repairs one kind of inconsistency that a crash or a lost message leaves. */
export interface RepairPass {
  /** Its name for the log and the metrics. */
  readonly repairs: string;
  /** True if videos wait for this pass, so that it also runs between rounds. */
  readonly isUrgent?: true;
  /** Safe to repeat and to be interrupted anywhere; resolves to the number of cases repaired. */
  repair(): Promise<number>;
}

/** The passes of a reconciler's round, in order. */
export const REPAIR_PASSES = Symbol('repair passes');

/**
 * Number of failures after which a pass stops: the cause then lies outside of the cases, and each may cost a timeout.
 */
const MAX_FAILURES = 3;

/**
 * Repairs cases one by one; a failure does not stop the rest.
 *
 * @param repair resolves to whether the case needed a repair
 * @returns the number of cases repaired
 * @throws AggregateError after the last case, or after three failures
 */
export async function repairEach<T>(cases: readonly T[], repair: (one: T) => Promise<boolean>): Promise<number> {
  const failures: unknown[] = [];
  let repaired = 0;
  for (const one of cases) {
    try {
      if (await repair(one)) repaired += 1;
    } catch (error) {
      failures.push(error);
      if (failures.length === MAX_FAILURES) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${cases.length} case(s) failed`);
  return repaired;
}
