// npm run check:images: builds the images and renders a video with the chart's pods (the part `containers` of
// npm run test:cluster) when what they are made from has changed since this last passed on this machine. Details go to stderr;
// stdout has one line: passed, not needed, not run and why, or failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withLock } from '../../apps/local/bootstrap/lock.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';
import { imageInputs } from './image-inputs.mjs';
import { NO_ENGINE } from './no-engine.mjs';

/** Holds the hash of what last passed here: its existence also shows that an engine can be had here. */
const STAMP = join(cacheFolder('cluster'), 'images-passed');

// Only one engine at a time uses the cache.
const { line, isFailure } = await withLock(join(cacheFolder('cluster'), 'images.lock'), check);
console.log(`images: ${line}`);
process.exitCode = isFailure ? 1 : 0;

async function check() {
  const passed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined;
  const inputs = imageInputs();
  if (passed === inputs)
    return { line: 'not needed: lock, deploy, chart and imports are those with which they last passed here' };
  const begun = Date.now();
  const { code, lastWords } = await runContainers();
  if (code === 0) {
    writeFileSync(STAMP, inputs);
    return { line: `passed: built, started and a video rendered in ${Math.round((Date.now() - begun) / 1_000)} s` };
  }
  if (code !== NO_ENGINE) return { line: 'failed: stderr says why', isFailure: true };
  // Where an engine has run before, its absence is a fault and no property of the machine.
  return passed
    ? { line: `failed: there is no container engine any more: ${lastWords}`, isFailure: true }
    : { line: `not run: no container engine can be had here: ${lastWords}` };
}

/** @returns the exit code, and the last line of what was reported */
async function runContainers() {
  const main = fileURLToPath(new URL('main.mjs', import.meta.url));
  // The channel shows the child when this process is killed.
  const child = spawn(process.execPath, [main, 'containers'], { stdio: ['ignore', 2, 'pipe', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  let lastWords = '';
  createInterface(child.stderr).on('line', (line) => {
    process.stderr.write(`${line}\n`);
    lastWords = line;
  });
  const [code] = await once(child, 'close');
  return { code, lastWords };
}
