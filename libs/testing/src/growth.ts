import { threadCpuMs } from './thread-cpu-ms.js';

const TRIES = 5;
/** Time below which a measurement depends more on the machine than on the code, ms. */
const FLOOR_MS = 3;

/**
 * The factor by which `run` takes longer for twice the size: about 2 where the work is linear, 4 where it is quadratic.
 * It is the square root of the factor for four times the size, where linear and quadratic work differ by more than
 * caches and the collector add. Measured in CPU time of this thread, so that a busy machine does not count, and as the
 * least of several tries.
 *
 * @param run called with `size` and with `4 * size`
 */
export function growth(run: (size: number) => void, size: number): number {
  const floored = (at: number): number => {
    const ms = leastCpuMs(() => run(at));
    return Math.max(FLOOR_MS, ms);
  };
  return Math.sqrt(floored(4 * size) / floored(size));
}

/** The CPU time of this thread that `run` takes, ms: the least of several tries. */
export function leastCpuMs(run: () => void, tries = TRIES): number {
  const times = Array.from({ length: tries }, () => {
    const before = threadCpuMs();
    run();
    return threadCpuMs() - before;
  });
  return Math.min(...times);
}
