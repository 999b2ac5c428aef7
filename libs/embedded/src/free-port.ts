import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The range of the ports: below those that operating systems give to outgoing connections and to servers that ask for
 * any port (Linux from 32768, macOS and Windows from 49152). One of those could be given to another program before our
 * program takes it, or while our program is being started again.
 */
const FIRST = 15_000;
const END = 32_000;
const ATTEMPTS = 100;

/**
 * A TCP port that was free a moment ago, for programs that cannot choose one themselves.
 * @throws Error when a hundred ports chosen at random are taken
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, END);
    if (await isFreePort(port)) return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${END}.`);
}

/** Whether a program can listen on a TCP port of every address of this machine. */
export function isFreePort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => {
      probe.close(() => resolve(true));
    });
  });
}
