import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/local/bootstrap/paths.mjs';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { renderVideo } from '../callers.mjs';
import { developmentRelease, prepareCluster, removeDevelopment } from '../development.mjs';
import { SOURCE, changedSource, untilServed } from '../reloaded-source.mjs';
import { Skaffold } from '../skaffold.mjs';
import { copyCheckout } from '../sources.mjs';
import { until } from '../until.mjs';
import { renderByPortForward } from './development.mjs';

/** The address to which skaffold.yaml forwards the gateway's port. */
const BASE_URL = 'http://127.0.0.1:8080/v1';
const DEV = ['dev', '--profile', 'dev', '--port-forward'];

/** skaffold as deploy/README.md has its reader type it, in a copy of the checkout. */
export function skaffold(setting) {
  const { node, folder } = setting;
  const checkout = join(folder, 'saved');
  const release = developmentRelease(setting);
  let program;
  return {
    'dev builds and installs the images that compile in place, and every pod becomes ready': async () => {
      await removeDevelopment(release, setting); // the node is too small for both
      await copyCheckout(checkout);
      await prepareCluster(setting);
      program = new Skaffold(setting, checkout);
      program.start(...DEV);
      await program.whileItLasts(until('the release is installed', () => isInstalled(release), 900_000, 2_000));
      await program.whileItLasts(release.untilReady(600_000));
    },
    'a video is rendered by the port it forwards': async () => {
      const key = await release.makeKey();
      const check = () => node.run('curl', ['--silent', '--fail', `${BASE_URL}/openapi.json`]);
      await program.whileItLasts(until('the port is forwarded', check, 120_000));
      await renderVideo(node, BASE_URL, key);
    },
    'a source that is saved is served': async () => {
      const begun = performance.now();
      writeFileSync(join(checkout, SOURCE), changedSource(ROOT));
      await program.whileItLasts(untilServed(release, 60_000));
      report(JSON.stringify({ secondsFromSaveToAnswer: Math.round((performance.now() - begun) / 100) / 10 }));
    },
    'its end takes everything down again': async () => {
      await program.stop();
      cpSync(join(ROOT, SOURCE), join(checkout, SOURCE));
      await until('nothing is left', () => isRemoved(release), 120_000);
    },
    // Built from the same sources, it must not use the images that compile in place, which the node has.
    'run --profile e2e installs two pods of everything, and they are ready when it ends': async () => {
      await removeDevelopment(release, setting);
      await prepareCluster(setting);
      await program.run('run', '--profile', 'e2e');
      const deployments = await release.list('deployments');
      const other = deployments.filter(({ status }) => status.readyReplicas !== 2).map(({ metadata }) => metadata.name);
      if (deployments.length === 0 || other.length > 0) throw new Error(`not two pods: ${other.join(', ')}`);
      // skaffold waits for deployments, which need the schemas; the jobs that have made them end a moment later.
      await release.untilReady(60_000);
    },
    'they render a video': () => renderByPortForward(node, release),
    'delete takes everything down': async () => {
      await program.run('delete', '--profile', 'e2e');
      await until('nothing is left', () => isRemoved(release), 120_000);
      await removeDevelopment(release, setting);
    },
  };
}

async function isInstalled(release) {
  return (await release.list('deployments')).length > 0;
}

async function isRemoved(release) {
  return !(await isInstalled(release));
}
