import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect, createServer, type OnReadOpts, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Two ends of one connection: what is written into `theirs` arrives in `ours`. */
export interface SocketPair {
  readonly ours: Socket;
  /** For a child process; to be destroyed here once the child has it. */
  readonly theirs: Socket;
}

/**
 * Connects two sockets of this process with each other, in a folder that nobody else can enter. Unlike the pipe that
 * `spawn` makes, `ours` reads into memory that the caller gives: a decoder's gigabytes would otherwise go through buffers
 * that live for one read each, and collecting those costs more than decoding.
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
