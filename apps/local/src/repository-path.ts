import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A path below the root of this repository, for compiled code and for sources alike. */
export function repositoryPath(...parts: string[]): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder);
  return join(folder, ...parts);
}
