/** Failures after which the trouble is not with the cases: a pass must not spend its time on one timeout after another. */
const MAX_FAILURES = 3;

/**
 * Puts cases right one after the other; one that fails does not keep the next from its turn.
 *
 * @param repair resolves to whether there was anything to put right
 * @returns how many there were
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
