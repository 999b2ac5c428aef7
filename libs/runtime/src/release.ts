import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The release that runs: the version in the package.json that the program belongs to, of the repository or of an image. */
export function release(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}
