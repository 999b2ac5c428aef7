import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder } from './paths.mjs';
import { report } from './report.mjs';

/** Whether this system installs software with apt. */
export function isDebian() {
  return existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg');
}

/**
 * Installs packages into the system, as root, one command at a time: apt itself does not wait for another one. After a failure,
 * programs are still missing.
 */
export async function installDebianPackages(packages) {
  const install = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends', 'install', ...packages];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await withLock(join(cacheFolder('apt'), 'lock'), async () => {
    await run('apt-get', ['-qq', 'update'], env);
    await run('apt-get', install, env);
  });
}

/**
 * Without root: fetches the packages, and those they depend on that the system lacks, as apt would (signatures
 * checked), and unpacks them.
 * @param folder must not exist yet; exists only after a success
 * @param finish is called with the unpacked folder before it gets its name
 * @returns whether it worked
 */
export async function unpackDebianPackages(packages, folder, finish = () => undefined) {
  const apt = mkdtempSync(join(tmpdir(), 'framewright-apt-'));
  const draft = `${folder}.new`;
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    if (!(await download(apt, packages))) return false;
    for (const name of readdirSync(join(apt, 'archives')).filter((file) => file.endsWith('.deb'))) {
      if (!(await run('dpkg', ['-x', join(apt, 'archives', name), draft]))) return false;
    }
    rmSync(join(draft, 'usr/share'), { recursive: true, force: true }); // documentation
    finish(draft);
    renameSync(draft, folder);
    return true;
  } finally {
    rmSync(apt, { recursive: true, force: true });
  }
}

/** Downloads packages with an apt that has lists, archives and locks of its own. */
async function download(folder, packages) {
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(folder, part), { recursive: true });
  const options = {
    'Dir::State': folder,
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': folder,
    'Dir::Cache::archives': join(folder, 'archives'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const fetch = ['-y', '-qq', '--no-install-recommends', '--download-only', 'install', ...packages];
  return (await run('apt-get', [...flags, '-qq', 'update'])) && (await run('apt-get', [...flags, ...fetch]));
}

/** Runs a program; false when it failed or does not exist, and then its output is shown. */
async function run(command, args, env = process.env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) report(output.trimEnd());
    return code === 0;
  } catch (error) {
    report(`${command}: ${error.message}`);
    return false;
  }
}
