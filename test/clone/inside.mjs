// The first process of the run's namespaces. When it ends, the kernel ends all others and forgets their mounts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT, userPath } from '../../apps/local/bootstrap/paths.mjs';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { run } from '../cluster/run.mjs';
import { timed } from '../cluster/timed.mjs';
import { shortFormOf } from './short-forms.mjs';

process.stdin.on('end', () => process.exit(130)).resume();

const folder = process.env.CLONE_FOLDER;
const logs = process.env.CLONE_LOGS;
const commands = JSON.parse(process.env.CLONE_COMMANDS);
const system = join(folder, 'system');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Files in which a machine describes the network that it stands in. */
const OF_THE_NETWORK = ['/etc/resolv.conf', '/etc/hosts', CERTIFICATES, '/etc/apt/sources.list.d/debian.sources'];

await timed('a minimal system', makeSystem);
await run('git', ['clone', '--quiet', '--bare', ROOT, join(folder, 'repository')]);
const rows = [];
for (const [index, command] of commands.entries()) rows.push(await tryOut(command, join(logs, `${index + 1}.log`)));
const table = [
  '| command | typed | result | seconds | log |',
  '| --- | --- | --- | --- | --- |',
  ...rows.map(({ row }) => row),
];
writeFileSync(join(logs, 'table.md'), `${table.join('\n')}\n`);
report(table.join('\n'));
process.exit(rows.some(({ isFailure }) => isFailure) ? 1 : 0);

/** Debian's smallest with git, and the machine's own Node and npm. */
async function makeSystem() {
  await run('mount', ['--make-rprivate', '/']);
  await run('mmdebstrap', ['--variant=minbase', '--include=git,ca-certificates', 'bookworm', system]);
  for (const file of OF_THE_NETWORK) cpSync(file, join(system, file), { dereference: true });
  const node = userPath()
    .map((each) => join(each, 'node'))
    .find((path) => existsSync(path));
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath)));
  cpSync(realpathSync(node), join(system, 'usr/local/bin/node'));
  cpSync(npm, join(system, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(system, 'usr/local/bin', name));
}

/** Tries a command in a copy of the system that is removed afterwards. */
async function tryOut(command, log) {
  const { typed, limitS } = shortFormOf(command);
  const root = join(folder, 'root');
  const layers = join(folder, 'layers');
  for (const each of [root, join(layers, 'upper'), join(layers, 'work')]) mkdirSync(each, { recursive: true });
  const options = `lowerdir=${system},upperdir=${join(layers, 'upper')},workdir=${join(layers, 'work')}`;
  await run('mount', ['-t', 'overlay', 'overlay', '-o', options, root]);
  for (const each of ['dev', 'sys']) await run('mount', ['--rbind', `/${each}`, join(root, each)]);
  for (const each of ['root/.npm', 'repository']) mkdirSync(join(root, each), { recursive: true });
  await run('mount', ['--bind', join(homedir(), '.npm'), join(root, 'root/.npm')]);
  await run('mount', ['--bind', join(folder, 'repository'), join(root, 'repository')]);
  const begun = performance.now();
  const result = await typeInto(root, typed, { log, limitS });
  await run('umount', ['--recursive', '--lazy', root]);
  rmSync(layers, { recursive: true, force: true });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const row = `| \`${command}\` | \`${typed}\` | ${result} | ${seconds} | ${log} |`;
  report(row);
  return { row, isFailure: result.startsWith('FAILED') };
}

/** Types a command in namespaces of its own, so that nothing that it starts outlives it. */
async function typeInto(root, typed, { log, limitS }) {
  const script = `mount -t proc proc /proc && git clone --quiet /repository framewright && cd framewright && ${typed}`;
  const env = {
    HOME: '/root',
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
  };
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL'];
  const child = spawn('unshare', [...namespaces, 'chroot', root, 'sh', '-c', `cd /root && ${script}`], {
    env: { ...env, SSL_CERT_FILE: CERTIFICATES, GIT_SSL_CAINFO: CERTIFICATES },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
  const exit = once(child, 'exit');
  const code = await Promise.race([exit.then(([each]) => each), atWork(root, limitS)]);
  if (code === 'at work') {
    child.kill('SIGKILL');
    await exit;
    return `at work after ${limitS} s`;
  }
  return code === 0 ? 'passed' : `FAILED with ${code}`;
}

/**
 * Resolves `limitS` after the dependencies were installed. The installation does not count, because its time depends on
 * the machine and the registry.
 */
async function atWork(root, limitS) {
  const installed = join(root, 'root/framewright/node_modules/.package-lock.json'); // npm writes it last
  while (!existsSync(installed)) await delay(1_000);
  return delay(limitS * 1_000, 'at work');
}
