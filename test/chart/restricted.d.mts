export const RESTRICTED_CHECKS: readonly string[];
/** Faults that keep an object's pods out of a namespace that enforces Pod Security "restricted". */
export function podFaults(object: object, options: { writableRoot: boolean }): string[];
