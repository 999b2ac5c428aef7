import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { report } from './report.mjs';
import { UserError } from './user-error.mjs';
import { assertPinnedNode, bringLibraries, linkLibraries } from './pinned-node.mjs';
import { PINNED_NODE, ROOT, userPath } from './paths.mjs';
import { withLock } from './lock.mjs';

/** Makes node_modules what package-lock.json says. Does nothing, and touches no network, when it already is. */
export async function ensureDependencies() {
  if (isInstalled()) return assertPinnedNode();
  assertWritable();
  await withLock(join(ROOT, '.cache/install.lock'), async () => {
    if (isInstalled()) return;
    report('Installing the dependencies (first time: about a minute) …');
    rmSync(installedList(), { force: true }); // npm writes it last: without it an install counts as unfinished
    await bringLibraries();
    await npmCi();
    linkLibraries();
    if (!existsSync(PINNED_NODE))
      throw new UserError(`npm installed no Node for ${process.platform}-${process.arch}. ${SUPPORTED}`);
  });
  assertPinnedNode();
}

const SUPPORTED = 'Supported are Linux and macOS on x64 and arm64.';

/** npm's own record of what lies in node_modules; it writes it at the end of an install and removes it at the beginning. */
function installedList() {
  return join(ROOT, 'node_modules/.package-lock.json');
}

/**
 * Whether every package that must be there is, in the locked version. Those for other platforms may be missing, and those for
 * another C library than that of the pinned Node must be: they would be put into images too.
 */
function isInstalled() {
  if (!existsSync(PINNED_NODE) || !existsSync(installedList())) return false;
  const installed = JSON.parse(readFileSync(installedList(), 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, integrity, optional, devOptional, peer, libc }]) => {
    if (path === '') return true;
    if (libc && !libc.includes('glibc')) return !existsSync(join(ROOT, path));
    const found = installed[path];
    if (!found) return Boolean(optional || devOptional || peer);
    return found.version === version && found.integrity === integrity;
  });
}

function assertWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new UserError(
      `The dependencies are not installed, and ${ROOT} is not yours to write to.\nRun the same command once as its owner, or clone the repository for yourself.`,
    );
  }
}

/**
 * Runs `npm ci`. Install scripts are ignored because nothing in the lock needs one; development packages are wanted
 * whatever NODE_ENV is.
 */
async function npmCi() {
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  const env = { ...process.env, PATH: userPath().join(delimiter) };
  const npm = spawn('npm', ['ci', ...flags, '--loglevel=error'], { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
  const forward = (signal) => npm.kill(signal);
  process.once('SIGINT', forward).once('SIGTERM', forward);
  try {
    const [code, signal] = await once(npm, 'exit');
    if (code !== 0)
      throw new UserError(
        `npm ci failed (${signal ?? `exit code ${code}`}). Its message is above; run the same command again once that is cured.`,
      );
  } catch (error) {
    if (error.code === 'ENOENT') throw new UserError('npm was not found. It comes with Node: https://nodejs.org/');
    throw error;
  } finally {
    process.off('SIGINT', forward).off('SIGTERM', forward);
  }
}
