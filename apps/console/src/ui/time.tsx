import { formatShortTime, formatTime } from './format.ts';

/** A moment: short to read, whole on pointing at it. */
export function Time({ at, isLong = false }: { at: string; isLong?: boolean }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {isLong ? formatTime(at) : formatShortTime(at)}
    </time>
  );
}
