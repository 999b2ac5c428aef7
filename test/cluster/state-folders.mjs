import { mkdirSync } from 'node:fs';
import { run } from './run.mjs';

/**
 * Folders in which containerd's shims, Docker, runc and the kubelet keep sockets, state and logs, whatever folders they
 * are given.
 */
export const STATE_FOLDERS = [
  ...['/run/containerd', '/run/docker', '/run/runc'],
  ...['/var/log/pods', '/var/log/containers'],
];

/** Covers {@link STATE_FOLDERS} by file systems that end with the mount namespace of this process. */
export async function coverStateFolders() {
  for (const folder of STATE_FOLDERS) {
    mkdirSync(folder, { recursive: true });
    await run('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  }
}
