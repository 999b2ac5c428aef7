import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { currentTestRun, eventually, startOnce } from '#libs/testing';

const ROOT = join(import.meta.dirname, '../..');
const PACK_TIMEOUT_MS = 300_000;

/** Installs the packed command `framewright` in a folder with what it declares to depend on, and nothing else. */
export async function installCommand(folder: string): Promise<void> {
  const packed = await packedCommand();
  link(packed, join(folder, 'node_modules/framewright'));
  link(join(packed, binOf(packed)), join(folder, 'node_modules/.bin/framewright'));
}

/** The folder of the packed command, which the whole test run shares: packing it takes the CPU time of many videos. */
async function packedCommand(): Promise<string> {
  const run = currentTestRun();
  const folder = join(run.folder, 'command');
  await startOnce(run, 'command', async () => {
    const draft = join(run.folder, 'command.draft');
    await promisify(execFile)(process.execPath, [join(ROOT, 'apps/cli/package/pack.mjs'), draft]);
    const packed = join(draft, 'cli-package');
    chmodSync(join(packed, binOf(packed)), 0o755);
    for (const name of Object.keys(manifestOf(packed).dependencies)) {
      // Node looks for packages from the place of a file, links resolved.
      link(join(ROOT, 'node_modules', name), join(packed, 'node_modules', name));
    }
    renameSync(draft, folder);
  });
  await eventually(() => existsSync(folder), { timeoutMs: PACK_TIMEOUT_MS });
  return join(folder, 'cli-package');
}

function binOf(packed: string): string {
  return manifestOf(packed).bin.framewright;
}

function manifestOf(packed: string): { bin: { framewright: string }; dependencies: Record<string, string> } {
  return JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as ReturnType<typeof manifestOf>;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
