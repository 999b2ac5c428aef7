import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from './advice.mjs';
import { cacheFolder } from './paths.mjs';
import { inTurn } from './turn.mjs';

/** Whether this system installs software with apt. */
export function isDebian() {
  return existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg');
}

/** As root: the system's own installation. Failures show in what is still missing afterwards. */
export async function installDebianPackages(packages) {
  const install = ['-y', '-qq', '--no-install-recommends', 'install', ...packages];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], env);
  await run('apt-get', install, env);
}

/** Where packages unpacked without root's rights lie; `bin` in it holds what starts them. */
export function unpackedFolder() {
  return join(cacheFolder(), 'debian');
}

/**
 * Without root: fetches the packages, and those they depend on that the system lacks, as apt would (signatures checked),
 * unpacks them and writes small scripts that start `programs` with these libraries.
 */
export async function unpackDebianPackages(packages, programs) {
  await inTurn(join(cacheFolder(), 'debian.turn'), async () => {
    if (programs.every((program) => existsSync(join(unpackedFolder(), 'bin', program)))) return;
    const folder = mkdtempSync(join(tmpdir(), 'framewright-apt-'));
    const draft = `${unpackedFolder()}.new`;
    try {
      rmSync(draft, { recursive: true, force: true });
      mkdirSync(draft);
      if (!(await download(folder, packages))) return;
      for (const name of readdirSync(join(folder, 'archives')).filter((file) => file.endsWith('.deb'))) {
        if (!(await run('dpkg', ['-x', join(folder, 'archives', name), draft]))) return;
      }
      rmSync(join(draft, 'usr/share'), { recursive: true, force: true }); // documentation
      writeStarters(draft, programs);
      rmSync(unpackedFolder(), { recursive: true, force: true });
      renameSync(draft, unpackedFolder());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** apt with lists, archives and locks of its own. */
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

/** The folders are named relative to the script, so the cache may be moved. */
function writeStarters(folder, programs) {
  const libraries = libraryFolders(folder, '').map((path) => `$here${path}`);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const program of programs) {
    const found = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].find((path) => existsSync(join(folder, path, program)));
    if (!found) continue;
    const lines = [
      '#!/bin/sh',
      'here=$(dirname "$(dirname "$0")")',
      `LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here${found}/${program}" "$@"`,
    ];
    const starter = join(folder, 'bin', `${program}`);
    writeFileSync(starter, `${lines.join('\n')}\n`);
    chmodSync(starter, 0o755);
  }
}

/** Every folder with shared libraries: some packages keep theirs in one of their own and rely on their install script. */
function libraryFolders(root, path) {
  const entries = readdirSync(join(root, path || '/'), { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => libraryFolders(root, `${path}/${entry.name}`));
  const holdsLibraries = entries.some((entry) => /^lib.*\.so(\.|$)/.test(entry.name));
  return holdsLibraries ? [path, ...below] : below;
}

/** Runs a program with its output on stderr; false when it failed or does not exist. */
async function run(command, args, env = process.env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 2, 2] });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    say(`${command}: ${error.message}`);
    return false;
  }
}
