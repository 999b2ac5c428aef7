const DAY_MS = 86_400_000;
/** Time before a day's start by which its partition is created, ms, so that no service's clock has reached that day. */
const LEAD_MS = 3_600_000;

/** The messages of one UTC day: those whose ids (UUID version 7) were generated on it. */
export interface PartitionDay {
  /** `YYYYMMDD`, the suffix of the partition's name. */
  name: string;
  /** The smallest id of the day. */
  from: string;
  /** The smallest id of the next day. */
  to: string;
}

/** The UTC day of `ms` since the epoch. */
export function partitionDayOf(ms: number): PartitionDay {
  const start = Math.floor(ms / DAY_MS) * DAY_MS;
  const name = new Date(start).toISOString().slice(0, 10).replaceAll('-', '');
  return { name, from: firstIdOf(start), to: firstIdOf(start + DAY_MS) };
}

/** The `count` days after today that should have a partition, without a day that starts within the hour. */
export function daysAhead(nowMs: number, count: number): PartitionDay[] {
  return Array.from({ length: count }, (_, index) => Math.floor(nowMs / DAY_MS) * DAY_MS + (index + 1) * DAY_MS)
    .filter((start) => start - nowMs > LEAD_MS)
    .map(partitionDayOf);
}

/** End of the named day, ms since the epoch. */
export function endOfDay(name: string): number {
  return Date.parse(`${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}T00:00:00Z`) + DAY_MS;
}

/** The smallest UUID version 7 of this millisecond (RFC 9562 §5.7: its first 48 bits are the time). */
export function firstIdOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
