import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** How old or early a signed call may be, as Standard Webhooks has it. */
const TOLERANCE_MS = 300_000;

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
  /** The bodies of the calls whose signature is right for `secret`, oldest first; signed again with the published package. */
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

/** As the package's own `verify`, but with the time at which the call came: a test may look at it much later. */
function verify(secret: string, { headers, body, receivedAt }: ReceivedCall): ReturnType<Receiver['signed']> {
  const { 'webhook-id': webhookId = '', 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
  const sentAt = new Date(Number(seconds) * 1_000);
  if (!(Math.abs(receivedAt.getTime() - sentAt.getTime()) <= TOLERANCE_MS)) return [];
  if (!signatures.split(' ').includes(new Webhook(secret).sign(webhookId, sentAt, body))) return [];
  return [{ webhookId, event: JSON.parse(body) as WebhookEvent }];
}
