import type { Fault } from '#libs/template';

/** API.md §2. */
const MAX_FAULTS = 100;
const REST = /^(\d+) more faults$/;

/** The faults of several parts of a request, each counted out by itself, as one list: at most 100 and one for the rest. */
export function limitFaults(faults: readonly Fault[]): Fault[] {
  const counted = faults.map((fault) => ({ fault, rest: restOf(fault) }));
  const named = counted.filter(({ rest }) => rest === 0).map(({ fault }) => fault);
  const shown = named.slice(0, MAX_FAULTS);
  const rest = counted.reduce((sum, each) => sum + each.rest, named.length - shown.length);
  if (rest > 0) shown.push({ field: 'body', code: 'INVALID_VALUE', message: `${rest} more faults`, value: null });
  return shown;
}

function restOf({ field, message }: Fault): number {
  return field === 'body' ? Number(REST.exec(message)?.[1] ?? 0) : 0;
}
