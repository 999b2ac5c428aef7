import { mkdirSync } from 'node:fs';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { run } from './run.mjs';

const MIGRATIONS = 'apps/*/src/migrations/*.ts';

/** Copies this checkout into a folder: what is committed and what is not yet, without what git ignores. */
export async function copyCheckout(folder) {
  const names = await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], 'buffer');
  const packing = ['--create', '--directory', ROOT, '--null', '--ignore-failed-read', '--files-from', '-'];
  await extract(await run('tar', packing, { input: names, encoding: 'buffer' }), folder);
}

/** Copies the sources of the release before this checkout into a folder. */
export async function copyFormerRelease(folder) {
  await extract(await git(['archive', '--format', 'tar', await formerCommit()], 'buffer'), folder);
}

/** The last version that is tagged; while there is none, the commit before the newest migration, so that there is one to run. */
async function formerCommit() {
  const tag = await git([
    'tag',
    '--list',
    'v*',
    '--sort=-version:refname',
    '--no-contains',
    'HEAD',
    '--merged',
    'HEAD',
  ]);
  if (tag.trim()) return tag.split('\n')[0];
  const newest = await git(['log', '--diff-filter=A', '-1', '--format=%H', '--', MIGRATIONS]);
  return `${newest.trim()}^`;
}

async function extract(archive, folder) {
  mkdirSync(folder, { recursive: true });
  await run('tar', ['--extract', '--directory', folder], { input: archive });
}

function git(args, encoding = 'utf8') {
  return run('git', ['-C', ROOT, ...args], { encoding });
}
