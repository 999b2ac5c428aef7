/** The used part of schemathesis' JSON report. */
export interface RoundReport {
  /** False where the run was interrupted. */
  complete: boolean;
  test_cases: { generated: number };
  operations: { tested: number; errored: number };
  failures: { title: string; count: number; operations: string[] }[];
  /** Errors that kept schemathesis from testing. */
  errors: { title: string; count: number }[];
  /** Ids of accepted findings that occurred, and of those that did not. */
  baseline: { known_ids: string[]; unobserved_ids: string[] };
}

export interface AcceptedFinding {
  id: string;
  operation: string;
  check: string;
  reason?: string;
  /** A run may end without it: it depends on what earlier requests have left. */
  sometimes?: boolean;
}

/** Requests of a run in which every accepted finding occurs. Some need many: an organization with 20 webhooks has no more. */
export const WHOLE_RUN = 30_000;

/**
 * Reasons why a run of so many requests fails: findings that are not accepted, accepted ones that did not occur in any
 * round of a whole run, and broken rounds.
 */
export function faultsOf(
  rounds: readonly RoundReport[],
  accepted: readonly AcceptedFinding[],
  requests: number,
): string[] {
  const occurred = new Set(rounds.flatMap(({ baseline }) => baseline.known_ids));
  return [
    ...rounds.flatMap(({ complete }) => (complete ? [] : ['schemathesis did not finish'])),
    ...rounds.flatMap(({ errors }) =>
      errors.map(({ title, count }) => `schemathesis could not test: ${title} (${count})`),
    ),
    ...rounds.flatMap(({ failures }) =>
      failures.map(({ title, operations }) => `not accepted: ${title}: ${operations.join(', ')}`),
    ),
    ...accepted.flatMap(({ id, operation, check, sometimes }) =>
      sometimes || occurred.has(id) || requests < WHOLE_RUN
        ? []
        : [`accepted, but did not occur: ${check} of ${operation} (${id})`],
    ),
    ...accepted.flatMap(({ id, reason = '' }) => (reason.trim() === '' ? [`accepted without a reason: ${id}`] : [])),
  ];
}
