import { Worker } from 'node:worker_threads';

/** Keeps one core busy until stopped: what else runs on a real machine. */
export function startOtherWork(): { stop: () => void } {
  const worker = new Worker(
    `const { pbkdf2Sync } = require('node:crypto'); for (;;) pbkdf2Sync('work', 'salt', 100_000, 64, 'sha512');`,
    { eval: true },
  );
  return {
    stop: () => {
      void worker.terminate();
    },
  };
}
