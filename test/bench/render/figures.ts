import { median, type Usage } from '../cpu-time.ts';

/** The median of one figure of several measurements. */
export function middle(values: readonly Usage[], of: keyof Usage): number {
  return median(values.map((value) => value[of]));
}

/** The least of one figure of several measurements. */
export function least(values: readonly Usage[], of: keyof Usage): number {
  return Math.min(...values.map((value) => value[of]));
}

/** Median, least and most of CPU and wall seconds. */
export function describe(values: readonly Usage[]): string {
  const spread = (of: keyof Usage): string => {
    const numbers = values.map((value) => value[of]);
    return `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)} … ${Math.max(...numbers).toFixed(2)})`;
  };
  return `CPU ${spread('cpuS')}, wall ${spread('wallS')}`;
}
