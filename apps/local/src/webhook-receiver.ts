import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Video } from '#libs/contracts';

/** A call whose signature was right. */
interface ReceivedEvent {
  readonly type: string;
  readonly video: Video;
  readonly receivedAt: number;
}

/** A receiver such as a customer would run: verifies with the published package, answers 204. */
export interface WebhookReceiver {
  readonly url: string;
  readonly events: readonly ReceivedEvent[];
  /** Calls whose signature was wrong. */
  readonly refused: number;
  /** Sets the secret, without which every call is refused. */
  expectSecret(secret: string): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = [];
  const state: { refused: number; secret?: string } = { refused: 0 };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      try {
        const headers = request.headers as Record<string, string>;
        const event = new Webhook(state.secret ?? '').verify(body, headers) as { type: string; data: Video };
        events.push({ type: event.type, video: event.data, receivedAt: Date.now() });
        response.writeHead(204).end();
      } catch {
        state.refused++;
        response.writeHead(401).end();
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    events,
    get refused() {
      return state.refused;
    },
    expectSecret(secret) {
      state.secret = secret;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
