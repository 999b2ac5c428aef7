import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventually, type Receiver, startNats, startPostgres, startReceiver } from '#libs/testing';
import type { TestNats, TestPostgres } from '#libs/testing';
import { type RunningVideos, startVideos } from '../../apps/videos/src/testing/running-videos.js';
import { type RunningWebhooks, startWebhooks } from '../../apps/webhooks/src/testing/running-webhooks.js';

let postgres: TestPostgres;
let nats: TestNats;
let receiver: Receiver;
let videos: RunningVideos;
let webhooks: RunningWebhooks | undefined;
let databaseUrl: string;

/**
 * Time after which an event counts as lost, in place of two minutes, ms: long enough for an event that is on its way.
 */
const PATIENCE_MS = 2_000;

beforeAll(async () => {
  [postgres, nats, receiver] = await Promise.all([startPostgres(), startNats(), startReceiver()]);
  databaseUrl = await postgres.createOwner('webhooks');
  webhooks = await startWebhooks({ databaseUrl, natsUrl: nats.url });
  process.env['EVENT_PATIENCE_MS'] = String(PATIENCE_MS);
  const videosUrl = await postgres.createOwner('videos');
  videos = await startVideos({}, { databaseUrl: videosUrl, natsUrl: nats.url, stop: () => Promise.resolve() });
  videos.announce(4, 4);
});

afterAll(async () => {
  delete process.env['EVENT_PATIENCE_MS'];
  await videos.stop();
  await webhooks?.stop();
  await Promise.all([postgres.stop(), nats.stop(), receiver.stop()]);
});

async function finishVideo(org: string): Promise<string> {
  const id = await videos.accept(org);
  await videos.succeed(id, await videos.begin(id));
  await eventually(() => videos.received.eventsOf(id).length === 2);
  return id;
}

/** Deletes what the stream holds, as an operator by mistake or a server from an old copy of its disk would. */
async function purgeVideoStream(): Promise<void> {
  const connection = await connect({ servers: nats.url });
  const manager = await jetstreamManager(connection);
  const before = await manager.streams.info('VIDEO');
  await manager.streams.purge('VIDEO');
  const after = await manager.streams.info('VIDEO');
  expect(after.created).toBe(before.created);
  expect(after.state.messages).toBe(0);
  await connection.close();
}

it('an event that its stream has lost is published again, and one that was taken is not', async () => {
  const org = randomUUID();
  const { secret } = await webhooks!.subscribe(org, receiver.url, 'video.started', 'video.finished');
  const receivedOf = (id: string) => receiver.verified(secret).filter(({ data }) => data.id === id);
  const taken = await finishVideo(org);
  await eventually(() => receivedOf(taken).length === 2);

  await webhooks!.stop();
  webhooks = undefined;
  const lost = await finishVideo(org);
  await purgeVideoStream();
  webhooks = await startWebhooks({ databaseUrl, natsUrl: nats.url });

  await eventually(() => receivedOf(lost).length === 2);
  expect(receivedOf(lost).map(({ type }) => type)).toEqual(['video.started', 'video.finished']);
  // A later event and the copies have been checked too, and no more events count as lost.
  const later = await finishVideo(org);
  const [{ id: newest }] = await videos.em
    .fork()
    .execute<[{ id: string }]>(
      `SELECT id FROM outbox WHERE stream = 'VIDEO' AND order_key = ? ORDER BY id DESC LIMIT 1`,
      [later],
    );
  await eventually(async () => {
    const [audit] = await videos.em
      .fork()
      .execute<{ reached_message_id: string }[]>('SELECT reached_message_id FROM event_audits');
    return audit !== undefined && audit.reached_message_id >= newest;
  });
  expect(videos.received.eventsOf(taken)).toHaveLength(2);
  expect(videos.received.eventsOf(lost)).toHaveLength(4);
  expect(videos.received.eventsOf(later)).toHaveLength(2);
  for (const id of [taken, lost, later]) expect(receivedOf(id)).toHaveLength(2);
});
