import { say } from '../../apps/local/bootstrap/advice.mjs';

/** Does `work` and prints how long it took. */
export async function timed(name, work) {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    say(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${name}`);
  }
}
