/** Periods of days that usage and credits are shown for. */
const PERIODS = ['7', '30', '90', '365'] as const;
export type PeriodDays = (typeof PERIODS)[number];

export const PERIOD_OPTIONS = PERIODS.map((days) => ({
  value: days,
  label: days === '365' ? 'The last year' : `The last ${days} days`,
}));

const DEFAULT: PeriodDays = '30';
const DAY_MS = 86_400_000;

export interface PeriodSearch {
  days?: PeriodDays;
  /** Id of a template, a key or a member. */
  of?: string;
}

export function periodSearch(search: Record<string, unknown>): PeriodSearch {
  const days = readPeriod(search['days']);
  const { of } = search;
  return { ...(days !== DEFAULT && { days }), ...(typeof of === 'string' && { of }) };
}

/** The number of days in an address; anything else stands for 30 days. */
export function readPeriod(value: unknown): PeriodDays {
  return PERIODS.find((each) => each === String(value)) ?? DEFAULT;
}

/** The first and the last day, in UTC, as the API takes them. */
export function datesOf(days: PeriodDays): { from: string; to: string } {
  const today = Date.now();
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(today - (Number(days) - 1) * DAY_MS), to: day(today) };
}
