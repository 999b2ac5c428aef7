// npm run test:cluster: the images and the chart on a real container engine and a real one-node Kubernetes.
//
// Linux, root, and the registries of Debian, npm and Go are needed; nothing of the machine is changed that outlives the run
// but installed Debian packages and the cache. Everything runs in mount, process and network namespaces that end with it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { installDebianPackages } from '../../apps/local/bootstrap/debian.mjs';
import { ensureTools } from '../tools/tools.mjs';
import { needsOf } from './needs.mjs';
import { NO_ENGINE, NoEngine } from './no-engine.mjs';
import { readOrder } from './order.mjs';
import { FOLDER_PREFIX } from './sweep.mjs';
import { timed } from './timed.mjs';

/** Debian's packages by a program of theirs. */
const PACKAGES = {
  '/usr/sbin/dockerd': 'docker.io',
  '/usr/bin/containerd': 'containerd',
  '/usr/sbin/runc': 'runc',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/sbin/iptables': 'iptables',
  '/usr/sbin/conntrack': 'conntrack',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/ip': 'iproute2',
  '/usr/bin/slirp4netns': 'slirp4netns',
  '/usr/sbin/nft': 'nftables',
  '/usr/bin/gcc': 'gcc',
  '/usr/bin/openssl': 'openssl',
};
const BUILD_TIMEOUT_MS = 60 * 60_000;
const INSIDE = fileURLToPath(new URL('inside.mjs', import.meta.url));
const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
const SWEEPER = fileURLToPath(new URL('sweeper.mjs', import.meta.url));

try {
  if (process.platform !== 'linux' || process.getuid() !== 0) throw new NoEngine('This needs Linux and root.');
  process.exitCode = await run();
} catch (error) {
  report(error instanceof UserError ? error.message : error.stack);
  process.exitCode = error instanceof NoEngine ? NO_ENGINE : 1;
}

async function run() {
  const order = readOrder(process.argv.slice(2));
  await timed('Debian packages', installMissing);
  const { status, stderr } = spawnSync('unshare', [...NAMESPACES, 'true'], { encoding: 'utf8' });
  if (status !== 0) throw new NoEngine(`No namespaces can be made here: ${stderr.trim()}`);
  const tools = await timed('programs', () => ensureTools(needsOf(order.needed).modules, BUILD_TIMEOUT_MS));
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  // However this process ends, the inside then finds a broken pipe and ends, and with it everything in its namespaces.
  const inside = spawn('unshare', [...NAMESPACES, process.execPath, INSIDE], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CLUSTER_FOLDER: folder,
      CLUSTER_TOOLS: JSON.stringify(tools),
      CLUSTER_ORDER: JSON.stringify(order),
    },
  });
  const sweeper = spawn(process.execPath, [SWEEPER, folder, String(inside.pid)], {
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
  });
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => inside.stdin.end());
  process.channel?.unref();
  const [code] = await once(inside, 'exit');
  sweeper.stdin.end();
  const [swept] = await once(sweeper, 'exit');
  return (code ?? 1) || swept;
}

async function installMissing() {
  const missing = Object.keys(PACKAGES).filter((program) => !existsSync(program));
  if (missing.length === 0) return;
  process.env.RUNLEVEL = '1'; // the packages' services are not started
  await installDebianPackages(missing.map((program) => PACKAGES[program]));
  const still = missing.filter((program) => !existsSync(program));
  if (still.length > 0) throw new NoEngine(`Install ${still.map((program) => PACKAGES[program]).join(', ')}.`);
}
