import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/local/bootstrap/paths.mjs';
import { run } from '../run.mjs';

/** Where `deploy/make-compose-files.mjs` keeps passwords. */
const KEPT = 'deploy/.data';

/**
 * Puts a tree of sources where a user has the checkout, in place of what was there, as `git checkout` does: files that git
 * ignores stay.
 * @param writeArchive writes a tar archive of the tree to a path; default: this checkout
 */
export async function checkOut(folder, writeArchive = archiveCheckout) {
  mkdirSync(folder, { recursive: true });
  await run('find', ['.', '-mindepth', '1', '-not', '-path', `./${KEPT}*`, '-not', '-type', 'd', '-delete'], {
    cwd: folder,
  });
  const archive = join(folder, '..', 'checkout.tar');
  await writeArchive(archive);
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  rmSync(archive);
}

/** What is committed and what is not yet, without what git ignores. */
async function archiveCheckout(path) {
  const files = await run('git', ['-C', ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const tar = ['--create', '--file', path, '--directory', ROOT, '--null', '--ignore-failed-read', '--files-from', '-'];
  await run('tar', tar, { input: files });
}
