import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of this repository, for compiled code and for sources alike. */
export function repositoryRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder);
  return folder;
}
