import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('../../../libs/testing/src/typescript-loader.mjs', import.meta.url).href;

/** Measures what it costs to hand a document to a thread instead of judging it in place. */
export async function hopBench(): Promise<void> {
  const program = fileURLToPath(new URL('hop.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', LOADER, program], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number];
  process.exitCode = code;
}
