/**
 * SQL of the hexadecimal digits that begin a UUID version 7: the milliseconds since the epoch (RFC 9562 §5.7).
 * @param time SQL of a timestamp
 */
const digitsOf = (time: string): string => `lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0')`;

/**
 * SQL of a message's id: a UUID version 7 with PostgreSQL's time in place of that of the process that generated it. Readers
 * proceed in the order of ids, so an id of a clock that is behind would never be read.
 * @param uuid SQL of a UUID, whose rest is kept
 */
export function onDatabaseClock(uuid: string): string {
  return `(${digitsOf('clock_timestamp()')} || right(replace(${uuid}::text, '-', ''), 20))::uuid`;
}

/** SQL of the smallest id that is generated at a time. @param time SQL of a timestamp */
export function firstIdAt(time: string): string {
  return `(${digitsOf(time)} || repeat('0', 20))::uuid`;
}
