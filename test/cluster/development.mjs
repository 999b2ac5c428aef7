import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { Release } from './release.mjs';
import { restrictedNamespace } from './restricted-namespace.mjs';

const NAMESPACE = 'framewright';

/** The installation that skaffold makes: everything in one namespace, which enforces Pod Security `restricted`. */
export function developmentRelease({ node, tags, source }) {
  return new Release(node, { name: 'fw', namespace: NAMESPACE, tags, source });
}

/** Objects that an installation of this kind finds in its cluster: its namespace, and a volume for its claim. */
export function prepareCluster({ node, folder }) {
  return node.apply([restrictedNamespace(NAMESPACE), volume(join(folder, 'node/volume'))]);
}

/** Installs the release or upgrades it, with these sets of values of the chart's `ci` folder. */
export async function installDevelopment(release, setting, ...sets) {
  await prepareCluster(setting);
  const files = sets.map((set) => join(setting.source ?? ROOT, `helm/framewright/ci/${set}.yaml`));
  await release.helm('upgrade', files, {}, '--install');
}

/** Removes the release, if there is one, and all that it leaves. */
export async function removeDevelopment(release, { node }) {
  const isThere = (await node.api.list('namespaces')).some(({ metadata }) => metadata.name === NAMESPACE);
  if (!isThere) return;
  await release.uninstall('--ignore-not-found');
  await node.kubectl('delete', 'namespace', NAMESPACE, '--timeout=3m');
  await node.kubectl('delete', 'persistentvolume', 'files', '--timeout=1m');
}

/** A folder of the node that every user may write to. */
function volume(path) {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o777);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'files' },
    spec: {
      capacity: { storage: '5Gi' },
      accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path },
    },
  };
}
