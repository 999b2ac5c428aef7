const DAY_MS = 86_400_000;
/** A partition is made this long before its day begins, so that no clock of a service is in that day already. */
const LEAD_MS = 3_600_000;

/** The messages of one UTC day: those whose ids (UUID version 7) were made in it. */
export interface PartitionDay {
  /** `YYYYMMDD`, with which the partition's name ends. */
  name: string;
  /** The smallest id of the day. */
  from: string;
  /** The smallest id of the day after. */
  to: string;
}

/** The UTC day that `ms` since the epoch lie in. */
export function dayOf(ms: number): PartitionDay {
  const start = Math.floor(ms / DAY_MS) * DAY_MS;
  const name = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
  return { name, from: firstIdOf(start), to: firstIdOf(start + DAY_MS) };
}

/** The `count` days after today that should have a partition; a day that begins within the hour is left out. */
export function daysAhead(nowMs: number, count: number): PartitionDay[] {
  return Array.from({ length: count }, (_, index) => Math.floor(nowMs / DAY_MS) * DAY_MS + (index + 1) * DAY_MS)
    .filter((start) => start - nowMs > LEAD_MS)
    .map(dayOf);
}

/** When the day that a name stands for has ended, ms since the epoch. */
export function endOfDay(name: string): number {
  return Date.parse(`${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}T00:00:00Z`) + DAY_MS;
}

/** The smallest id that a UUID version 7 of this millisecond could have (RFC 9562 §5.7: its first 48 bits are the time). */
export function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
