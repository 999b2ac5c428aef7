import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { serveIngress } from './ingress.mjs';
import { restrictedNamespace } from './restricted-namespace.mjs';
import { Release } from './release.mjs';
import { Servers } from './servers.mjs';

const NAMESPACE = 'production';
/** Values of an installation that uses servers of others, made to fit the node. */
export const PRODUCTION_VALUES = [
  join(ROOT, 'helm/framewright/ci/production.yaml'),
  fileURLToPath(new URL('values/one-node.yaml', import.meta.url)),
];
const STARTED = Symbol('the production installation');

/**
 * The installation that most parts look at: production-like values, servers run by others, callers by the Ingress. The
 * first part that asks for it installs it.
 * @param install what to install when there is none; default: the chart and the images of this checkout
 * @returns `{ release, servers, key, baseUrl }`
 */
export async function production(node, install = (release) => release.install(...PRODUCTION_VALUES)) {
  node[STARTED] ??= await start(node, install);
  return node[STARTED];
}

async function start(node, install) {
  const servers = new Servers(node);
  await servers.start();
  const release = new Release(node, { name: 'fw', namespace: NAMESPACE });
  await node.apply([restrictedNamespace(NAMESPACE), ...servers.secrets(NAMESPACE), certificate(node)]);
  await install(release);
  await release.untilReady(600_000);
  const address = await serveIngress(node, release);
  return { release, servers, baseUrl: `${address}/v1`, key: await release.makeKey() };
}

function certificate(node) {
  const file = (name) => readFileSync(join(node.folder, 'pki', name), 'utf8');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    metadata: { name: 'videos-example-com', namespace: NAMESPACE },
    stringData: { 'tls.crt': file('callers.crt'), 'tls.key': file('callers.key') },
  };
}
