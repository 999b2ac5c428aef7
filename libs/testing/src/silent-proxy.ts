import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can lose a machine or its network: nothing passes any more, and neither side notices. */
export interface SilentProxy {
  readonly port: number;
  /** `target`, by way of the proxy. */
  through(target: string): string;
  /** Lets nothing pass from now on, in existing connections and in new ones; none is closed. */
  silence(): void;
  /** Breaks every connection from now on, new ones at once, as a server does that ends. */
  cut(): void;
  /** New connections pass again; those from before stay silent. */
  heal(): void;
  /** Number of connections that have been opened. */
  readonly opened: number;
  stop(): Promise<void>;
}

/** Starts one in front of `target`, an address with host and port. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let fault: 'silence' | 'cut' | undefined;
  let opened = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    opened += 1;
    keep(sockets, near);
    if (fault === 'cut') near.destroy();
    if (fault) return;
    const far = connect(Number(targetPort), hostname);
    keep(sockets, far);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    through(address) {
      const url = new URL(address);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    silence() {
      fault = 'silence';
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut() {
      fault = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    heal() {
      fault = undefined;
    },
    get opened() {
      return opened;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
}
