/** The names of the rules. */
export const LINT_RULES: Readonly<Record<string, unknown>>;
/** Violations of the rules among a release's objects: `rule: object`. */
export function lintFaults(objects: readonly object[]): string[];
