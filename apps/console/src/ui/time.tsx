import { formatShortTime, formatTime } from './format.ts';

/** A time in short form; the full form is shown under the pointer. */
export function Time({ at, isLong = false }: { at: string; isLong?: boolean }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {isLong ? formatTime(at) : formatShortTime(at)}
    </time>
  );
}
