import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout this code belongs to, whether it runs compiled or from source. */
export function checkout(...parts: string[]): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder);
  return join(folder, ...parts);
}
