import { mkdirSync } from 'node:fs';
import { run } from './run.mjs';

/** Where containerd's shims, Docker and runc keep sockets and state, whatever folders they are given. */
export const STATE_FOLDERS = ['/run/containerd', '/run/docker', '/run/runc'];

/** Covers them by file systems that end with the mount namespace of this process. */
export async function coverStateFolders() {
  for (const folder of STATE_FOLDERS) {
    mkdirSync(folder, { recursive: true });
    await run('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  }
}
