import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The Node that package-lock.json pins. */
export const PINNED_NODE = join(ROOT, 'node_modules/.bin/node');

/** A path in this user's folder for files that are fetched once and serve every checkout. */
export function cacheFolder(...parts) {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'framewright', ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** PATH without the folders that npm puts in front for a script, whose `node` is not the user's own. */
export function userPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter(
    (folder) => folder && !folder.endsWith('node_modules/.bin') && !folder.endsWith('node-gyp-bin'),
  );
}
