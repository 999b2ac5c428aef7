import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackDebianPackages } from './debian.mjs';
import { cacheFolder } from './paths.mjs';
import { withLock } from './lock.mjs';

/** Folder of the programs from packages that were unpacked under this name. */
export function unpackedPrograms(name) {
  return join(unpackedFolder(name), 'bin');
}

/**
 * Fetches and unpacks Debian packages for this user, and writes scripts that start their programs with the unpacked
 * libraries.
 * @param name of the folder; what stays in it is not fetched again
 * @param programs the path of each in its package, by the name of its script
 */
export async function unpackPrograms(name, packages, programs) {
  await withLock(join(cacheFolder(), `${name}.lock`), async () => {
    if (Object.keys(programs).every((program) => existsSync(join(unpackedPrograms(name), program)))) return;
    rmSync(unpackedFolder(name), { recursive: true, force: true });
    await unpackDebianPackages(packages, unpackedFolder(name), (folder) => writeStarters(folder, programs));
  });
}

function unpackedFolder(name) {
  return join(cacheFolder(), name);
}

/** Writes the scripts that start the programs. They name folders relative to themselves, so the cache may be moved. */
function writeStarters(folder, programs) {
  const libraries = libraryFolders(folder, '').map((path) => `$here${path}`);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const [program, path] of Object.entries(programs)) {
    if (!existsSync(join(folder, path))) continue;
    const lines = [
      '#!/bin/sh',
      'here=$(dirname "$(dirname "$0")")',
      `LD_LIBRARY_PATH="${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here${path}" "$@"`,
    ];
    const starter = join(folder, 'bin', program);
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
