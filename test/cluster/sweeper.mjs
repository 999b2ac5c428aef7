// node sweeper.mjs <folder> <process>: waits until its input ends, as it does at any end of the run, and until the
// run's first process has ended; then removes what is left.
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { sweep } from './sweep.mjs';
import { until } from './until.mjs';

const PATIENCE_MS = 60_000;

const [folder, inside] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}); // meant for the run
await text(process.stdin);
await until('the run has ended', () => !existsSync(`/proc/${inside}`), PATIENCE_MS, 100);
// Control groups can be removed a moment after the last process in them.
await until('all is removed', () => sweep(folder), PATIENCE_MS, 200);
