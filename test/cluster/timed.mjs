import { report } from '../../apps/local/bootstrap/report.mjs';

/** Does `work` and prints how long it took. */
export async function timed(name, work) {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    report(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  }
}
