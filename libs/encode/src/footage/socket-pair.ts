import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect, createServer, type OnReadOpts, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Two ends of a connection: bytes written into `theirs` arrive in `ours`. */
export interface SocketPair {
  readonly ours: Socket;
  /** For a child process. Destroy it here once the child has inherited it. */
  readonly theirs: Socket;
}

/**
 * Connects two sockets of this process through a Unix socket in a private folder. Unlike a pipe of `spawn`, `ours` reads into
 * memory of the caller: Node would otherwise allocate a buffer per read, and collecting those costs more than decoding.
 */
export async function openSocketPair(onread: OnReadOpts): Promise<SocketPair> {
  const folder = await mkdtemp(join(tmpdir(), 'fw-'));
  const server = createServer();
  try {
    await listening(server, join(folder, 's'));
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const ours = connect({ path: join(folder, 's'), onread });
    const failed = new Promise<never>((_resolve, reject) => ours.once('error', reject));
    const theirs = await Promise.race([accepted, failed]);
    return { ours, theirs };
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(path, resolve);
  });
}
