import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The control group of everything that a run's node runs, below each of the kernel's controllers. */
export function controlGroup(folder) {
  return basename(folder);
}

/** Removes what a run leaves behind once its processes are gone. */
export async function sweep(folder) {
  for (const controller of readdirSync('/sys/fs/cgroup')) {
    removeGroups(join('/sys/fs/cgroup', controller, controlGroup(folder)));
  }
  rmSync(folder, { recursive: true, force: true });
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
