import {
  daysWithin,
  type EndedVideos,
  type FailureCode,
  type Period,
  type Usage,
  type UsageCounts,
} from '#libs/contracts';

/** The videos that ended on one day in the same way. */
export interface UsageRow {
  /** In UTC. */
  day: string;
  outcome: 'COMPLETED' | 'CANCELED' | FailureCode;
  test: boolean;
  videos: number;
  seconds: number;
  credits: number;
}

/** The usage in a period, as callers see it. */
export function usageOf(rows: readonly UsageRow[], period: Period): Usage {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    from: period.from,
    to: period.to,
    total: countsOf(rows),
    data: daysWithin(period).map((date) => Object.assign({ date }, countsOf(byDay.get(date) ?? []))),
  };
}

function countsOf(rows: readonly UsageRow[]): UsageCounts {
  const paid = rows.filter(({ test }) => !test);
  const finished = paid.filter(({ outcome }) => outcome === 'COMPLETED');
  return Object.assign(endedOf(paid), {
    credits: sumOf(finished, 'credits'),
    failures: failuresOf(paid),
    tests: endedOf(rows.filter(({ test }) => test)),
  });
}

function endedOf(rows: readonly UsageRow[]): EndedVideos {
  const of = (outcome: UsageRow['outcome']) => rows.filter((row) => row.outcome === outcome);
  const [finished, canceled] = [of('COMPLETED'), of('CANCELED')];
  const [all, completed, given] = [rows, finished, canceled].map((each) => sumOf(each, 'videos'));
  return {
    finished: completed!,
    failed: all! - completed! - given!,
    canceled: given!,
    seconds: Math.round(sumOf(finished, 'seconds') * 1_000) / 1_000,
  };
}

function failuresOf(rows: readonly UsageRow[]): UsageCounts['failures'] {
  const counts = new Map<FailureCode, number>();
  for (const { outcome, videos } of rows) {
    if (outcome !== 'COMPLETED' && outcome !== 'CANCELED') counts.set(outcome, (counts.get(outcome) ?? 0) + videos);
  }
  return [...counts]
    .map(([code, videos]) => ({ code, videos }))
    .sort((a, b) => b.videos - a.videos || (a.code < b.code ? -1 : 1));
}

function sumOf(rows: readonly UsageRow[], column: 'videos' | 'seconds' | 'credits'): number {
  return rows.reduce((sum, row) => sum + row[column], 0);
}
