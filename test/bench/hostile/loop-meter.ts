// Loaded into every process of the system under test before its own program (NODE_OPTIONS), so it imports nothing of ours.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Interval at which the loop is asked for a turn, and so the most by which a measurement may be too large, ms. */
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
  // A timer that is due runs once a turn: what the thread has used since is what kept everything else waiting.
  setInterval(() => {
    const now = threadCpuMs();
    if (now - before >= LEAST_MS) appendFileSync(file, `${(now - before).toFixed(1)}\n`);
    before = threadCpuMs();
  }, EVERY_MS).unref();
}
