import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { cacheFolder } from '../../apps/local/bootstrap/paths.mjs';
import { withLock } from '../../apps/local/bootstrap/lock.mjs';
import { ensureInterpreter } from './interpreters.mjs';

const run = promisify(execFile);

/**
 * A virtual environment with the packages of `python/<name>.txt`, installed once and kept outside the repository.
 * @returns the path of its Python
 * @throws UserError when it cannot be made here
 */
export async function ensurePython(name) {
  const requirements = fileURLToPath(new URL(`python/${name}.txt`, import.meta.url));
  const { python } = await ensureInterpreter('python');
  const { stdout: version } = await run(python, ['--version']);
  const key = createHash('sha256').update(version).update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const folder = join(cacheFolder('tools'), `python-${name}-${key}`);
  const installed = join(folder, 'installed');
  if (!existsSync(installed)) {
    await withLock(`${folder}.lock`, async () => {
      if (!existsSync(installed)) await install({ python, requirements, folder, installed });
    });
  }
  return join(folder, 'bin/python');
}

/** Installs the packages in place, because an environment cannot be moved; a file states that it is complete. */
async function install({ python, requirements, folder, installed }) {
  report(`Installing ${requirements} from the Python Package Index (once) …`);
  rmSync(folder, { recursive: true, force: true });
  try {
    await run(python, ['-m', 'venv', folder]);
    const pip = [
      '-m',
      'pip',
      'install',
      '-q',
      '--no-input',
      '--require-hashes',
      '--only-binary',
      ':all:',
      '-r',
      requirements,
    ];
    await run(join(folder, 'bin/python'), [...pip, '--log', join(folder, 'pip.log')], { maxBuffer: 1 << 26 });
  } catch (error) {
    throw new UserError(
      `The packages of ${requirements} could not be installed:\n${(error.stderr || error.message).trim()}`,
    );
  }
  renameSync(join(folder, 'pip.log'), installed);
}
