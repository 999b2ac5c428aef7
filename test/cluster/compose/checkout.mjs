import { mkdirSync } from 'node:fs';
import { run } from '../run.mjs';
import { copyCheckout } from '../sources.mjs';

/** Folder in which `deploy/make-compose-files.mjs` keeps passwords. */
const KEPT = 'deploy/.data';

/**
 * Puts sources where a user has the checkout, in place of what was there, as `git checkout` does: files that git ignores
 * stay.
 * @param copySources copies a tree of sources into a folder; default: this checkout
 */
export async function checkOut(folder, copySources = copyCheckout) {
  mkdirSync(folder, { recursive: true });
  await run('find', ['.', '-mindepth', '1', '-not', '-path', `./${KEPT}*`, '-not', '-type', 'd', '-delete'], {
    cwd: folder,
  });
  await copySources(folder);
}
