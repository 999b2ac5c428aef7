import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder that has a package-lock.json of its own, as locked and without scripts of theirs, unless
 * they are there: tools of one command, which nothing else in the repository needs.
 */
export function installOwnPackages(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules/.installed-lock.json'); // npm ci removes it with what was there before
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  writeFileSync(stamp, lock);
}
