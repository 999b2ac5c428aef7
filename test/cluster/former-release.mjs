import { join } from 'node:path';
import { APPS, buildApp } from './images.mjs';
import { run } from './run.mjs';
import { copyFormerRelease } from './sources.mjs';
import { timed } from './timed.mjs';

const TAG = 'former';

/**
 * Packs the chart and builds the images of the release before this checkout, and brings them to the node.
 * @returns `{ chart, tag }`, what to install
 */
export async function makeFormerRelease(engine, node) {
  const folder = join(node.folder, 'former');
  await copyFormerRelease(folder);
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
