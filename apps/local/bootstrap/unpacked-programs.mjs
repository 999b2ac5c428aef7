import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackDebianPackages } from './debian.mjs';
import { cacheFolder } from './paths.mjs';
import { withLock } from './lock.mjs';

/** Where programs from unpacked packages are started from. */
export function unpackedPrograms() {
  return join(unpackedFolder(), 'bin');
}

/** Fetches and unpacks Debian packages for this user and writes scripts that start `programs` with the libraries among them. */
export async function unpackPrograms(packages, programs) {
  await withLock(join(cacheFolder(), 'debian.lock'), async () => {
    if (programs.every((program) => existsSync(join(unpackedPrograms(), program)))) return;
    rmSync(unpackedFolder(), { recursive: true, force: true });
    await unpackDebianPackages(packages, unpackedFolder(), (folder) => writeStarters(folder, programs));
  });
}

function unpackedFolder() {
  return join(cacheFolder(), 'debian');
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
