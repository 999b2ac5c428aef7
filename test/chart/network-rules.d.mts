/** Addresses that no pod may connect to unless a value names them. */
export const INSIDE: readonly string[];
/** Faults of the rules of rendered NetworkPolicies. */
export function networkRuleFaults(objects: readonly object[], named?: readonly string[]): string[];
