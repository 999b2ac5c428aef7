import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import send from 'send';

/** Serves the files of the sample template on loopback, as any web server of a caller's would. */
export interface SampleServer {
  readonly port: number;
  /** Without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** @param preferredPort taken if it is free, so that addresses stored in templates stay valid; else any */
export async function startSampleServer(folder: string, preferredPort = 0): Promise<SampleServer> {
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*'); // the preview of the console reads them
    send(request, new URL(request.url ?? '/', 'http://local').pathname, { root: folder, index: false }).pipe(response);
  });
  await listen(server, preferredPort).catch(() => listen(server, 0));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Listens on loopback only; rejects when the port is taken. */
function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
