import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/local/bootstrap/paths.mjs';
import { makeFilm } from '../callers.mjs';
import { Release } from '../release.mjs';
import { restrictedNamespace } from '../restricted-namespace.mjs';

/** The chart with the values that skaffold installs: everything in one namespace that enforces Pod Security `restricted`. */
export function development({ node, folder }) {
  const release = new Release(node, { name: 'demo', namespace: 'framewright' });
  return {
    'the chart installs, and every pod becomes ready': async () => {
      await node.apply([restrictedNamespace('framewright'), volume(join(folder, 'node/volume'))]);
      await release.install(join(ROOT, 'helm/framewright/ci/development.yaml'));
      await release.untilReady(600_000);
    },
    'Pod Security warns of nothing': () => release.expectNoWarnings(),
    'a film is rendered': async () => {
      const forward = await release.forward('gateway', 8080, 80);
      try {
        await makeFilm(node, 'http://127.0.0.1:8080/v1', await release.makeKey());
      } catch (error) {
        throw new Error(`${error.message}\n${await release.log('renderer')}`, { cause: error });
      } finally {
        forward.kill();
      }
    },
  };
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
