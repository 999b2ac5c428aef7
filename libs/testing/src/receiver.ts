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

/** The body of a webhook call. */
interface WebhookEvent {
  type: string;
  data: { id: string; status: string } & Record<string, unknown>;
}

/** A customer's webhook receiver, on loopback. */
export interface Receiver {
  readonly url: string;
  /** Every call so far, oldest first. */
  readonly calls: readonly ReceivedCall[];
  /** From now on calls are answered with this status (at first 204). */
  answerWith(status: number): void;
  /** The bodies of the calls whose signature is right for `secret`, oldest first; verified with the published package. */
  verified(secret: string): WebhookEvent[];
  /** The same calls, each with the id that the sender gave the event. */
  signed(secret: string): { webhookId: string; event: WebhookEvent }[];
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
  const signed: Receiver['signed'] = (secret) => calls.flatMap((call) => verify(secret, call));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    calls,
    answerWith(next) {
      status = next;
    },
    verified: (secret) => signed(secret).map(({ event }) => event),
    signed,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function verify(secret: string, call: ReceivedCall): ReturnType<Receiver['signed']> {
  try {
    const event = new Webhook(secret).verify(call.body, call.headers) as WebhookEvent;
    return [{ webhookId: call.headers['webhook-id']!, event }];
  } catch {
    return [];
  }
}
