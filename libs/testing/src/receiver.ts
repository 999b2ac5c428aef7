import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** One call to a receiver. */
export interface ReceivedCall {
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, byte for byte. */
  readonly body: string;
  readonly receivedAt: Date;
}

/** A customer's webhook receiver, on loopback. */
export interface Receiver {
  readonly url: string;
  /** Every call so far, oldest first. */
  readonly calls: readonly ReceivedCall[];
  /** From now on calls are answered with this status (at first 204). */
  answerWith(status: number): void;
  /** The bodies of the calls whose signature is right for `secret`, oldest first; verified with the published package. */
  verified(secret: string): { type: string; data: { id: string; status: string } & Record<string, unknown> }[];
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      calls.push({ headers: request.headers as Record<string, string>, body, receivedAt: new Date() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    calls,
    answerWith(next) {
      status = next;
    },
    verified: (secret) => calls.flatMap((call) => verify(secret, call)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function verify(secret: string, call: ReceivedCall): ReturnType<Receiver['verified']> {
  try {
    return [new Webhook(secret).verify(call.body, call.headers) as ReturnType<Receiver['verified']>[number]];
  } catch {
    return [];
  }
}
