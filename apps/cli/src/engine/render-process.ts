// The program of a process that renders some of the rows of `framewright render --data`.
import 'reflect-metadata';
import { CliError, EXIT, Interrupted } from '../cli-error.js';
import { openEngine } from './open-engine.js';
import type { FromProcess, ToProcess } from './process-protocol.js';
import { renderVideo } from './render-video.js';

/** Least time between two reports of progress, ms. */
const REPORT_MS = 200;

const abort = new AbortController();
process.on('disconnect', () => abort.abort(new Interrupted()));
// A terminal sends Ctrl+C to all processes: the one that has started this one decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const { engine: options, encoder } = JSON.parse(process.argv[2]!) as ToProcess['start'];
await using engine = await openEngine(options);
for (;;) {
  const work = await next();
  if (!work) break;
  let reportedMs = 0;
  const onFrame = (done: number): void => {
    if (performance.now() - reportedMs < REPORT_MS) return;
    reportedMs = performance.now();
    send({ type: 'progress', done });
  };
  try {
    const { draft, output } = work;
    const file = await renderVideo(draft, { engine, encoder, output }, { signal: abort.signal, onFrame });
    send({ type: 'done', file });
  } catch (error) {
    send({ type: 'failed', ...describe(error) });
  }
}

function next(): Promise<ToProcess['work'] | undefined> {
  if (!process.connected) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    process.once('message', (work: ToProcess['work']) => resolve(work));
    process.once('disconnect', () => resolve(undefined));
    send({ type: 'ready' });
  });
}

function send(message: FromProcess): void {
  // One that cannot be sent is not an error: the process that has started this one needs it no more, and disconnects.
  process.send?.(message, undefined, undefined, () => undefined);
}

function describe(error: unknown): Omit<FromProcess & { type: 'failed' }, 'type'> {
  if (error instanceof CliError) {
    const { message, exitCode, facts } = error;
    return { message, exitCode, code: facts.code ?? 'FAILED' };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message, exitCode: EXIT.tryAgain, code: 'INTERNAL' };
}
