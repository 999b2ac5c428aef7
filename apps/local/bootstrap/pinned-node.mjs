import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Advice, say } from './advice.mjs';
import { installDebianPackages, isDebian, unpackDebianPackages } from './debian.mjs';
import { PINNED_NODE, ROOT } from './paths.mjs';
import { inTurn } from './turn.mjs';

/** Beside the packages, so that it goes when they are installed anew. */
const LIBRARIES = join(ROOT, 'node_modules/.libraries');

/**
 * Sees to it that the pinned Node starts. Since version 25 it needs libatomic.so.1, which comes with a C compiler and so is
 * missing where there is none: Debian's package, or, without root, that package's file and a script that starts Node with it.
 */
export async function ensurePinnedNode() {
  if (failure() === undefined) return;
  if (failure().includes('libatomic') && isDebian()) {
    if (process.getuid?.() === 0) await installDebianPackages(['libatomic1']);
    else await inTurn(join(ROOT, '.cache/libraries.turn'), () => bringLibrary());
  }
  const reason = failure();
  if (reason === undefined) return;
  const advice = reason.includes('libatomic')
    ? 'Install libatomic and run the same command again:\n  Debian, Ubuntu   sudo apt-get install libatomic1\n  Fedora, RHEL     sudo dnf install libatomic'
    : 'Supported are macOS and Linux with glibc, on x64 and arm64.';
  throw new Advice(`Node does not start on this machine: ${reason}\n${advice}`);
}

/** Why the pinned Node does not start; undefined when it does. */
function failure() {
  const { status, stderr, error } = spawnSync(PINNED_NODE, ['--version'], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

async function bringLibrary() {
  if (failure() === undefined) return;
  say('Fetching libatomic1, which Node needs, from Debian …');
  const folder = mkdtempSync(join(tmpdir(), 'framewright-libatomic-'));
  try {
    const unpacked = join(folder, 'unpacked');
    if (!(await unpackDebianPackages(['libatomic1'], unpacked))) return;
    const library = join(unpacked, 'usr/lib');
    const name = readdirSync(library, { recursive: true }).find((file) => file.endsWith('/libatomic.so.1'));
    if (name === undefined) return;
    mkdirSync(LIBRARIES, { recursive: true });
    copyFileSync(realpathSync(join(library, name)), join(LIBRARIES, 'libatomic.so.1'));
    writeStarter();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes the place of npm's link to Node, so that `npm run`, which looks there first, starts it too. */
function writeStarter() {
  if (!lstatSync(PINNED_NODE).isSymbolicLink()) return;
  const program = relative(join(ROOT, 'node_modules'), realpathSync(PINNED_NODE));
  const lines = [
    '#!/bin/sh',
    'modules=$(dirname "$(dirname "$(readlink -f "$0")")")',
    `LD_LIBRARY_PATH="$modules/.libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$modules/${program}" "$@"`,
  ];
  writeFileSync(`${PINNED_NODE}.new`, `${lines.join('\n')}\n`, { mode: 0o755 });
  renameSync(`${PINNED_NODE}.new`, PINNED_NODE);
}
