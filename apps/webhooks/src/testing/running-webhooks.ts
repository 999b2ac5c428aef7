import { randomBytes, randomUUID } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import {
  LOW_BALANCE_ALERT,
  type AlertEvent,
  BATCH_CALLBACK,
  BATCH_FINISHED,
  BatchCallback,
  type BatchEvent,
  type Video,
  VIDEO_CALLBACK,
  VideoCallback,
  VIDEO_EVENT_CONTRACTS,
  type VideoEvent,
  type VideoEventType,
  type Webhook,
  type WebhookEventType,
  WEBHOOKS_RPC,
  type WebhookWithSecret,
} from '#libs/contracts';
import { JetStreamPublisher, RpcClient, startWithHandlers } from '#libs/messaging';
import { type ReceivedCall, type Receiver, type Respond, startReceiver } from '#libs/testing';
import { WebhooksModule } from '../webhooks.module.js';

/** A customer's receiver on loopback. */
interface Receiving {
  url: string;
  /** Oldest first. */
  received: readonly ReceivedCall[];
}

/** A delivery's row. */
interface StoredDelivery {
  id: string;
  state: string;
  attempts: number;
  ready: boolean;
  lease_token: string | null;
  /** Seconds until the next attempt. */
  waits_s: string;
}

/** An attempt's row. */
interface StoredAttempt {
  number: number;
  duration_ms: number;
  status: number | null;
  failure: string | null;
  excerpt: string;
}

/** The webhooks service on real PostgreSQL and NATS, with the actions of a spec. */
export interface RunningWebhooks {
  readonly app: INestApplication;
  readonly em: EntityManager;
  readonly rpc: RpcClient;
  /** Starts a receiver, which responds with status 200 unless `respond` does otherwise. */
  receive(respond?: Respond): Promise<Receiving>;
  /** Creates an endpoint; for `video.finished` without `events`. */
  subscribe(org: string, url: string, ...events: WebhookEventType[]): Promise<WebhookWithSecret>;
  set(webhook: Webhook, body: Record<string, unknown>): Promise<Webhook>;
  get(webhook: Webhook): Promise<Webhook>;
  remove(webhook: Webhook): Promise<unknown>;
  /** Publishes an event as the videos service does. */
  publish(event: VideoEvent | BatchEvent | AlertEvent, messageId?: string): Promise<void>;
  /** Publishes the order to send an event to the address that its request named. */
  /** @param after sequence of the event that the address receives before */
  callBack(event: VideoEvent | BatchEvent, url: string, after?: number): Promise<void>;
  /** In the order of their events. */
  deliveriesTo(webhook: Webhook): Promise<StoredDelivery[]>;
  attemptsAt(webhook: Webhook): Promise<StoredAttempt[]>;
  /** Makes the next attempts due now. */
  letTimePass(webhook: Webhook): Promise<unknown>;
  /** Stops the service as a rollout does, and starts its successor. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Time limit of an attempt in place of 15 s, ms: more than any response on loopback takes. */
export const ATTEMPT_TIMEOUT_MS = 2_000;

const ENVIRONMENT = {
  MIGRATE_ON_START: 'true',
  LOG_LEVEL: 'error',
  WEBHOOK_SECRET_KEY: randomBytes(32).toString('base64'),
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  ALLOW_HTTP_TARGETS: 'true',
  DELIVERY_TIMEOUT_MS: String(ATTEMPT_TIMEOUT_MS),
  DELIVERY_GRACE_MS: '200',
};

/** A step in the life of a video, of a new one unless `video` names it. */
export function eventOf(org: string, type: VideoEventType, video: Partial<Video> = {}): VideoEvent {
  return {
    schema: 1,
    type,
    sequence: type === 'video.started' ? 1 : 2,
    occurred_at: new Date().toISOString(),
    org_id: org,
    video: { id: randomUUID(), status: 'PROCESSING', metadata: 'naïve 😀', started_at: null, ...video } as Video,
  };
}

/** Starts the service. @param settings variables of its environment, in place of those of specs */
export async function startWebhooks(
  urls: { databaseUrl: string; natsUrl: string },
  settings: Record<string, string> = {},
): Promise<RunningWebhooks> {
  Object.assign(process.env, ENVIRONMENT, settings, { DATABASE_URL: urls.databaseUrl, NATS_URL: urls.natsUrl });
  const receivers: Receiver[] = [];
  let app = await startProcess();
  const em = () => app.get(EntityManager).fork();
  const rpc = () => app.get(RpcClient);
  return {
    get app() {
      return app;
    },
    get em() {
      return em();
    },
    get rpc() {
      return rpc();
    },
    async receive(respond = (_number, _request, response) => response.end()) {
      const receiver = await startReceiver(respond);
      receivers.push(receiver);
      return { url: receiver.url, received: receiver.calls };
    },
    subscribe: (org, url, ...events) =>
      rpc().call(WEBHOOKS_RPC.create, {
        org_id: org,
        body: { url, events: events.length > 0 ? events : ['video.finished'] },
      }),
    set: ({ org_id, id }, body) => rpc().call(WEBHOOKS_RPC.update, { org_id, id, body }),
    get: ({ org_id, id }) => rpc().call(WEBHOOKS_RPC.get, { org_id, id }),
    remove: ({ org_id, id }) => rpc().call(WEBHOOKS_RPC.remove, { org_id, id }),
    publish: (event, id = randomUUID()) => {
      const publisher = app.get(JetStreamPublisher);
      if ('alert' in event) return publisher.publish(LOW_BALANCE_ALERT, event, { id });
      if ('batch' in event) return publisher.publish(BATCH_FINISHED, event, { id });
      return publisher.publish(VIDEO_EVENT_CONTRACTS[event.type], event, { id });
    },
    callBack: (event, url, after) => {
      const publisher = app.get(JetStreamPublisher);
      const options = { id: randomUUID() };
      if ('batch' in event)
        return publisher.publish(BATCH_CALLBACK, Object.assign(new BatchCallback(), event, { url }), options);
      return publisher.publish(VIDEO_CALLBACK, Object.assign(new VideoCallback(), event, { url, after }), options);
    },
    deliveriesTo: ({ id }) =>
      em().execute(
        `SELECT id, state, attempts, ready, lease_token, extract(epoch FROM next_attempt_at - now()) AS waits_s
           FROM deliveries WHERE endpoint_id = ? ORDER BY sequence`,
        [id],
      ),
    attemptsAt: ({ id }) =>
      em().execute(
        `SELECT a.number, a.duration_ms, a.status, a.failure, encode(a.response_excerpt, 'escape') AS excerpt
           FROM attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.endpoint_id = ? ORDER BY a.number`,
        [id],
      ),
    letTimePass: ({ id }) =>
      em().execute(`UPDATE deliveries SET next_attempt_at = now() WHERE endpoint_id = ? AND state = 'pending'`, [id]),
    async restart() {
      await app.close();
      app = await startProcess();
    },
    async stop() {
      await Promise.all(receivers.map((receiver) => receiver.stop()));
      await app.close();
    },
  };
}

async function startProcess(): Promise<INestApplication> {
  return (await startWithHandlers('webhooks', WebhooksModule)).app;
}
