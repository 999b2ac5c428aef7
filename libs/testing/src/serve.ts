import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of a spec, on loopback. */
export interface TestServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Closes the server and every connection to it. */
  stop(): Promise<void>;
}

/** Starts an HTTP server on a free port. */
export async function serve(handler: RequestListener): Promise<TestServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
