import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { serve } from './serve.js';

/** Greatest age of a signed call, and greatest time by which it may be early, ms, as Standard Webhooks has it. */
const TOLERANCE_MS = 300_000;

/** One call to a receiver. */
export interface ReceivedCall {
  readonly path: string;
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
  /** Answers calls with this status from now on (at first 204). */
  answerWith(status: number): void;
  /** The bodies of the calls whose signature is right for `secret`, oldest first; signed again with the published package. */
  verified(secret: string): WebhookEvent[];
  /** The same calls, each with the id that the sender gave the event. */
  signed(secret: string): { webhookId: string; event: WebhookEvent }[];
  stop(): Promise<void>;
}

/** Responds to a call; `number` counts the calls from 1. */
export type Respond = (number: number, request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Starts a receiver.
 * @param respond in place of a status without a body (see {@link Receiver.answerWith})
 */
export async function startReceiver(respond?: Respond): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  let status = 204;
  const respondWith: Respond = respond ?? ((_number, _request, response) => response.writeHead(status).end());
  const server = await serve((request, response) => {
    const { url: path = '', headers } = request;
    void text(request).then((body) => {
      calls.push({ path, headers: headers as Record<string, string>, body, receivedAt: new Date() });
      respondWith(calls.length, request, response);
    });
  });
  const signed: Receiver['signed'] = (secret) => calls.flatMap((call) => verify(secret, call));
  return {
    url: `${server.url}/hooks`,
    calls,
    answerWith(next) {
      status = next;
    },
    verified: (secret) => signed(secret).map(({ event }) => event),
    signed,
    stop: server.stop,
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
