import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { ROOT } from '../../../apps/local/bootstrap/paths.mjs';
import { developmentRelease, installDevelopment, removeDevelopment } from '../development.mjs';
import { APPS, buildApp } from '../images.mjs';
import { run } from '../run.mjs';
import { SOURCE, changedSource, untilServed } from '../reloaded-source.mjs';
import { renderByPortForward } from './development.mjs';

/**
 * Steps of `skaffold dev --profile dev`, which work for single services too.
 * @param setting `apps`: those that compile in place; the others have no pods
 */
export function liveReload(setting) {
  const { engine, node, folder, source, tag = 'live-reload', apps = APPS, patienceMs = 600_000 } = setting;
  const tags = Object.fromEntries(apps.map((app) => [app, tag]));
  const release = developmentRelease({ ...setting, tags });
  return {
    'the images that compile in place are built': async () => {
      for (const app of apps) await buildApp(engine, app, { source, tag, args: ['--target', 'live-reload'] });
      await node.load(
        engine,
        apps.map((app) => `framewright/${app}:${tag}`),
      );
    },
    'the chart installs them, and every pod becomes ready': async () => {
      release.absent = APPS.filter((app) => !apps.includes(app));
      await removeDevelopment(release, setting); // the node is too small for both
      await installDevelopment(release, setting, 'development', 'live-reload');
      await release.untilReady(patienceMs);
    },
    ...(apps === APPS && { 'a video is rendered': () => renderByPortForward(node, release) }),
    'a source that is copied into a pod is served': async () => {
      const changed = changedSource(ROOT);
      const begun = performance.now();
      await copyIntoPod(release, folder, changed);
      await untilServed(release, patienceMs);
      report(JSON.stringify({ secondsFromCopyToAnswer: Math.round((performance.now() - begun) / 100) / 10 }));
    },
    'it is taken down': () => removeDevelopment(release, setting),
  };
}

/** Copies a file into a pod as skaffold does: an archive with the file alone, which the container's tar unpacks. */
async function copyIntoPod(release, folder, text) {
  const path = join('app', SOURCE);
  const copy = join(folder, 'copy', path);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text);
  const archive = ['--create', '--directory', join(folder, 'copy'), path];
  const input = await run('tar', archive, { encoding: 'buffer' });
  const { node, namespace, name } = release;
  const pod = ['--namespace', namespace, 'exec', '--stdin', `deployment/${name}-framewright-gateway`];
  await node.run(node.tools.kubectl, [...pod, '--', 'tar', 'xmf', '-', '-C', '/', '--no-same-owner'], { input });
}
