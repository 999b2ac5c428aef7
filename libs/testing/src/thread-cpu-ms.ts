/**
 * The CPU time that this thread has used, ms. Linux updates a running thread's time at its ticks, usually every 4 ms,
 * but at once when the time of the whole process is read, which is therefore read first.
 */
export function threadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
