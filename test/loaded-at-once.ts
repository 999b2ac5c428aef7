import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORT = /(?:from|import)\s*"\.\/([^"]+)"/g;

/** A built script of a folder and all that it imports at once; what it loads for some documents is named by other calls. */
export function loadedAtOnce(folder: string, script: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(script)) return seen;
  seen.add(script);
  for (const [, name] of readFileSync(join(folder, script), 'utf8').matchAll(IMPORT)) loadedAtOnce(folder, name!, seen);
  return seen;
}
