// Loaded into every process of the system under test before its own program (NODE_OPTIONS), so it imports nothing of ours.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Interval at which the loop is asked for a turn, ms. A measurement may be too large by at most this. */
const EVERY_MS = 5;
/** Shorter times are not written down, ms. */
const LEAST_MS = 20;

/** CPU time of this thread, ms, as in libs/testing/src/thread-cpu-ms.ts. */
function threadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const folder = process.env['LOOP_METER_FOLDER'];
if (folder && isMainThread) {
  const file = join(folder, String(process.pid));
  let before = threadCpuMs();
  // A due timer runs once a turn: the time that the thread has used since the last one is time for which everything
  // else waited.
  setInterval(() => {
    const now = threadCpuMs();
    if (now - before >= LEAST_MS) appendFileSync(file, `${(now - before).toFixed(1)}\n`);
    before = threadCpuMs();
  }, EVERY_MS).unref();
}
