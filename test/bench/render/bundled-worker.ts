import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DIST = join(ROOT, 'dist');
export const WORKER = join(DIST, 'test/bench/render/worker.js');

/** Flags with which a renderer starts its slots: apps/renderer/src/slots/slot.ts. */
export const NODE_FLAGS = ['--initial-old-space-size=128'];

/** Makes one file of the worker, as the build makes of a slot's program. */
export async function bundleWorker(): Promise<void> {
  await bundleProgram(fileURLToPath(new URL('./worker.ts', import.meta.url)), WORKER);
}

/** Makes one file, below `dist`, of a program. */
export async function bundleProgram(source: string, output: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'apps/renderer/bundle.mjs'), DIST, source, output]);
}
