import { mkdirSync } from 'node:fs';
import { addonsOfNoLibc } from '../../apps/local/bootstrap/addons-of-no-libc.mjs';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { run } from './run.mjs';

const MIGRATIONS = 'apps/*/src/migrations/*.ts';
const LOCK = 'package-lock.json';

/** Copies this checkout into a folder: committed and uncommitted files, without those that git ignores. */
export async function copyCheckout(folder) {
  const names = await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], 'buffer');
  const packing = ['--create', '--directory', ROOT, '--null', '--ignore-failed-read', '--files-from', '-'];
  await extract(await run('tar', packing, { input: names, encoding: 'buffer' }), folder);
}

/** Copies the sources of the release before this checkout into a folder. */
export async function copyFormerRelease(folder) {
  const commit = await newestWithImages(await formerCommit());
  await extract(await git(['archive', '--format', 'tar', commit], 'buffer'), folder);
}

/**
 * The commit, or the newest one before it whose images can be built. Where a commit's lock names no C libraries,
 * `npm ci` installs addons that Debian has no libraries for, and deploy/needed-files.sh stops.
 */
async function newestWithImages(commit) {
  if (await hasImages(commit)) return commit;
  const changes = (await git(['log', '--format=%H', commit, '--', LOCK])).split('\n').filter(Boolean);
  for (const change of changes) {
    const before = `${change}^`;
    if (!(await hasImages(before))) continue;
    report(`The renderer's image of ${commit} cannot be built; the release before is ${before} instead.`);
    return before;
  }
  throw new Error(`of no commit up to ${commit} the renderer's image can be built`);
}

async function hasImages(commit) {
  return addonsOfNoLibc(JSON.parse(await git(['show', `${commit}:${LOCK}`]))).length === 0;
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
