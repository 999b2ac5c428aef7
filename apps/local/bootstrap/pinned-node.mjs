import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
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
import { report } from './report.mjs';
import { UserError } from './user-error.mjs';
import { installDebianPackages, isDebian, unpackDebianPackages } from './debian.mjs';
import { PINNED_NODE, ROOT } from './paths.mjs';

/** Folder for libraries of this checkout, where the system lacks them. */
const LIBRARIES = join(ROOT, '.cache/libraries');

/**
 * Brings libatomic.so.1, which Node needs since version 25. A machine without a C compiler lacks it. It comes from
 * Debian's package, which root installs and others unpack. To be called before the pinned Node is installed, because
 * from then on `npm run` starts everything with it, this program included.
 */
export async function bringLibraries() {
  if (process.platform !== 'linux' || !isDebian() || systemHasLibatomic()) return;
  if (process.getuid?.() === 0) await installDebianPackages(['libatomic1']);
  else await fetchLibatomic();
}

/** To be called as soon as the pinned Node is installed: makes it start with the libraries that were brought. */
export function linkLibraries() {
  if (existsSync(join(LIBRARIES, 'libatomic.so.1')) && failure() !== undefined) writeStarter();
}

/** @throws UserError when the pinned Node does not start */
export function assertPinnedNode() {
  if (process.execPath.startsWith(join(ROOT, 'node_modules'))) return; // it is what runs this
  const reason = failure();
  if (reason === undefined) return;
  const solution = reason.includes('libatomic')
    ? 'Install libatomic, remove the folder node_modules and run the same command again:\n  Debian, Ubuntu   sudo apt-get install libatomic1\n  Fedora, RHEL     sudo dnf install libatomic'
    : 'Supported are macOS and Linux with glibc, on x64 and arm64.';
  throw new UserError(`Node does not start on this machine: ${reason}\n${solution}`);
}

/** The reason why the pinned Node does not start; undefined when it does. */
function failure() {
  const { status, stderr, error } = spawnSync(PINNED_NODE, ['--version'], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function systemHasLibatomic() {
  const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return stdout?.includes('libatomic.so.1') ?? false;
}

async function fetchLibatomic() {
  if (existsSync(join(LIBRARIES, 'libatomic.so.1'))) return;
  report('Fetching libatomic1, which Node needs, from Debian …');
  const folder = mkdtempSync(join(tmpdir(), 'framewright-libatomic-'));
  try {
    const unpacked = join(folder, 'unpacked');
    if (!(await unpackDebianPackages(['libatomic1'], unpacked))) return;
    const libraries = join(unpacked, 'usr/lib');
    const name = readdirSync(libraries, { recursive: true }).find((file) => file.endsWith('/libatomic.so.1'));
    if (name === undefined) return;
    mkdirSync(LIBRARIES, { recursive: true });
    copyFileSync(realpathSync(join(libraries, name)), join(LIBRARIES, 'libatomic.so.1'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A script in the place of npm's link to Node. */
function writeStarter() {
  if (!lstatSync(PINNED_NODE).isSymbolicLink()) return;
  const program = relative(ROOT, realpathSync(PINNED_NODE));
  const lines = [
    '#!/bin/sh',
    'root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")',
    `LD_LIBRARY_PATH="$root/.cache/libraries\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$root/${program}" "$@"`,
  ];
  writeFileSync(`${PINNED_NODE}.new`, `${lines.join('\n')}\n`, { mode: 0o755 });
  renameSync(`${PINNED_NODE}.new`, PINNED_NODE);
}
