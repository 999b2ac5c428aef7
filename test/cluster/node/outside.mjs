import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { run } from '../run.mjs';

const NETWORK = 'framewright-outside';
const LISTENER = fileURLToPath(new URL('listener.mjs', import.meta.url));

/** Address of the node's default route. */
export const GATEWAY = '10.240.0.254';
/** Machines beyond the node, by what they stand for. */
export const OUTSIDE = { public: '203.0.113.10', internal: '10.99.0.1', metadata: '169.254.169.254' };
export const PORTS = [25, 80, 443, 8443];

/** A network beyond the node's with machines that take connections: the rest of the world. */
export async function startOutside(node) {
  await run('ip', ['netns', 'add', NETWORK]);
  const outside = (...args) => run('nsenter', [`--net=/run/netns/${NETWORK}`, 'ip', ...args]);
  await node.run('ip', ['link', 'add', 'outside', 'type', 'veth', 'peer', 'name', 'node', 'netns', NETWORK]);
  await node.run('ip', ['link', 'set', 'outside', 'up', 'master', 'node0']);
  await outside('link', 'set', 'lo', 'up');
  for (const address of Object.values(OUTSIDE)) await outside('addr', 'add', `${address}/32`, 'dev', 'lo');
  await outside('addr', 'add', `${GATEWAY}/24`, 'dev', 'node');
  await outside('link', 'set', 'node', 'up');
  await outside('route', 'add', '10.244.0.0/16', 'via', '10.240.0.1');
  const args = [`--net=/run/netns/${NETWORK}`, process.execPath, LISTENER, ...PORTS.map(String)];
  const listener = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(listener.stdout, 'data');
}
