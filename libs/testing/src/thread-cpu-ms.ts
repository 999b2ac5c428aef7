/**
 * The CPU time that this thread has used, ms. Linux counts a running thread's time on at its own ticks, 4 ms apart as a
 * rule; it does so at once for who asks about the whole process, which is therefore asked first.
 */
export function threadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
