import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { APPS, buildApp } from './images.mjs';
import { run } from './run.mjs';
import { timed } from './timed.mjs';

const TAG = 'former';
const MIGRATIONS = 'apps/*/src/migrations/*.ts';

/**
 * Packs the chart and builds the images of the release before this checkout, and brings them to the node.
 * @returns `{ chart, tag }`, what to install
 */
export async function makeFormerRelease(engine, node) {
  const folder = join(node.folder, 'former');
  mkdirSync(folder);
  const archive = join(node.folder, 'former.tar');
  await archiveFormerRelease(archive);
  await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  await run(node.tools.helm, [
    'package',
    join(folder, 'helm/framewright'),
    '--version',
    '0.0.1',
    '--destination',
    folder,
  ]);
  await node.load(engine, await buildFormerImages(engine, folder));
  return { chart: join(folder, 'framewright-0.0.1.tgz'), tag: TAG };
}

/** Writes the sources of the release before this checkout into a tar archive. */
export async function archiveFormerRelease(path) {
  await git('archive', '--output', path, await formerCommit());
}

/**
 * Builds the images of the release before from its sources.
 * @returns their names, `framewright/<app>:former`
 */
export async function buildFormerImages(engine, source) {
  for (const app of APPS) {
    await timed(`docker build ${app}, former`, () => buildApp(engine, app, { source, tag: TAG }));
  }
  return APPS.map((app) => `framewright/${app}:${TAG}`);
}

/** The last version that is tagged; while there is none, the commit before the newest migration, so that there is one to run. */
async function formerCommit() {
  const tag = await git('tag', '--list', 'v*', '--sort=-version:refname', '--no-contains', 'HEAD', '--merged', 'HEAD');
  if (tag) return tag.split('\n')[0];
  const newest = await git('log', '--diff-filter=A', '-1', '--format=%H', '--', MIGRATIONS);
  return `${newest}^`;
}

async function git(...args) {
  return (await run('git', ['-C', ROOT, ...args])).trim();
}
