import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** Packs the command `framewright`, and installs it in a folder with what it declares to depend on, and nothing else. */
export async function installCommand(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'apps/cli/package/pack.mjs'), folder]);
  const packed = join(folder, 'cli-package');
  link(packed, join(folder, 'node_modules/framewright'));
  const { bin, dependencies } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as {
    bin: { framewright: string };
    dependencies: Record<string, string>;
  };
  chmodSync(join(packed, bin.framewright), 0o755);
  link(join(packed, bin.framewright), join(folder, 'node_modules/.bin/framewright'));
  for (const name of Object.keys(dependencies)) {
    // Node looks for packages from the place of a file, links resolved.
    link(join(ROOT, 'node_modules', name), join(packed, 'node_modules', name));
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
