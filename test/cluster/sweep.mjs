import { readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { run } from './run.mjs';
import { STATE_FOLDERS } from './state-folders.mjs';

/** Begins the name of every run's folder, below the system's folder for temporary files. */
export const FOLDER_PREFIX = 'framewright-cluster-';

/**
 * The folder in which every kubelet takes device plugins, whatever its own folder. A run covers it with a file system
 * of its own.
 */
export const DEVICE_PLUGINS = '/var/lib/kubelet/device-plugins';

/** The control group of everything that a run's node runs, below each of the kernel's controllers. */
export function controlGroup(folder) {
  return basename(folder);
}

/** Removes what a run leaves behind once its processes are gone. */
export async function sweep(folder) {
  for (const controller of readdirSync('/sys/fs/cgroup')) {
    removeGroups(join('/sys/fs/cgroup', controller, controlGroup(folder)));
  }
  await run('rm', ['--recursive', '--force', folder]); // hundreds of thousands of files
  // Another run has file systems mounted there, which would go with the folders.
  if (isOtherRun()) return;
  for (const each of [DEVICE_PLUGINS, dirname(DEVICE_PLUGINS), ...STATE_FOLDERS]) removeEmpty(each);
}

function isOtherRun() {
  return readdirSync(tmpdir()).some((name) => name.startsWith(FOLDER_PREFIX));
}

function removeEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY'].includes(error.code)) throw error;
  }
}

function removeGroups(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) if (entry.isDirectory()) removeGroups(join(folder, entry.name));
  rmdirSync(folder);
}
