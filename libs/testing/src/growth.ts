const TRIES = 5;
/** Below this a measurement says more about the machine than about the code, ms. */
const FLOOR_MS = 3;

/**
 * How many times longer `run` takes for twice the size: about 2 where the work is linear, 4 where it is quadratic. Measured in CPU
 * time of this thread, so that a busy machine does not count, and as the least of several tries.
 */
export function growth(run: (size: number) => void, size: number): number {
  return leastMs(() => run(2 * size)) / leastMs(() => run(size));
}

function leastMs(run: () => void): number {
  const times = Array.from({ length: TRIES }, () => {
    const before = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(FLOOR_MS, Math.min(...times));
}
