import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FuzzDocument } from '../../fuzz/requests.ts';
import type { Progress, Measurement } from './judging.ts';

const LOADER = new URL('../../../libs/testing/src/typescript-loader.mjs', import.meta.url).href;
/** Time limit of all values of one place on a busy machine, ms. What takes longer would not come to an end. */
const PLACE_TIMEOUT_MS = 300_000;
/** Number of places between two lines of progress. */
const REPORT_EVERY = 10;

export interface Judged {
  measurements: Measurement[];
  faults: string[];
}

/** Measures every place in a process of its own, which imports the services' sources. */
export async function judged(document: FuzzDocument, operations: readonly string[], places: number): Promise<Judged> {
  const judging = fork(fileURLToPath(new URL('judging.ts', import.meta.url)), {
    execArgv: ['--import', LOADER],
    serialization: 'advanced',
  });
  const measurements: Measurement[] = [];
  const measured = { current: 'the start', places: 0 };
  const late = () => judging.kill('SIGKILL');
  let timer = setTimeout(late, PLACE_TIMEOUT_MS);
  for await (const [message] of on(judging, 'message', { close: ['disconnect', 'exit'] })) {
    const progress = message as Progress;
    if (!progress.begun && !progress.measurements) judging.send({ document, operations });
    if (progress.begun) {
      clearTimeout(timer);
      timer = setTimeout(late, PLACE_TIMEOUT_MS);
      measured.current = progress.begun;
    }
    if (progress.measurements) {
      measurements.push(...progress.measurements);
      if (measured.places++ % REPORT_EVERY === 0) process.stderr.write(`${measured.places - 1} of ${places} places\n`);
    }
  }
  clearTimeout(timer);
  const isWhole = measured.places === places + 2; // and any body, and whole documents
  return { measurements, faults: isWhole ? [] : [`judging ended within ${measured.current}`] };
}
