const LOCALE = 'en';
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const SHORT = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats a time in the reader's own time zone. */
export function formatTime(iso: string): string {
  return DATE.format(new Date(iso));
}

/** Formats a time of this year without the year, and one of another year in full. */
export function formatShortTime(iso: string): string {
  const time = new Date(iso);
  return (time.getFullYear() === new Date().getFullYear() ? SHORT : DATE).format(time);
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** @param day in UTC, as 2026-11-21 */
export function formatDay(day: string, isShort = false): string {
  return (isShort ? SHORT_DAY : DAY).format(new Date(day));
}

export function formatNumber(value: number, fractionDigits = 0): string {
  return value.toLocaleString(LOCALE, { maximumFractionDigits: fractionDigits });
}

/** @param seconds e.g. 75.5, which becomes `1:15.5` */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round((seconds - minutes * 60) * 10) / 10;
  if (minutes === 0) return `${rest} s`;
  return `${minutes}:${rest < 10 ? '0' : ''}${rest}`;
}

/** @param seconds of a moment in a video, e.g. 75.52, which becomes `1:15.5` */
export function formatMoment(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths - minutes * 600) / 10).toFixed(1);
  return `${minutes}:${rest.padStart(4, '0')}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** @param bytes in powers of 1,000 */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${formatNumber(bytes / 1_000 ** unit, unit === 0 ? 0 : 1)} ${UNITS[unit]!}`;
}
