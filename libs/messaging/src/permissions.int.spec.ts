import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import {
  CANCEL_RENDER,
  type ClaimReply,
  CLAIMS_RPC,
  RENDER_JOB,
  RENDER_RESULT,
  RENDER_SLOTS,
  STEP_HEARTBEAT,
  withToken,
} from '#libs/contracts';
import { createService, Logger, type Service, startService } from '#libs/runtime';
import { eventually, startNats, type TestNats } from '#libs/testing';
import { ensureTopology } from './ensure-topology.js';
import { DurableHandler, LiveHandler, RpcHandler } from './handlers.js';
import { connectHandlers, connectTransports, MessagingModule } from './messaging.module.js';
import { NatsConfig } from './nats.config.js';
import { type NatsUser, natsUsers } from './permissions.js';
import { JetStreamPublisher, LivePublisher } from './publishers.js';
import { RpcClient } from './rpc-client.js';
import { Streams } from './streams.js';

const VIDEO_ID = '0192f4a0-0000-7000-8000-000000000001';
const SOFTWARE_JOB = withToken(RENDER_JOB, 'software');
const received: string[] = [];

@Controller()
class VideosController {
  @RpcHandler(CLAIMS_RPC.claim)
  claim(): ClaimReply {
    return { granted: false, reason: 'unknown' };
  }

  @DurableHandler(RENDER_RESULT)
  result(): void {
    received.push('result');
  }

  @LiveHandler(STEP_HEARTBEAT)
  heartbeat(): void {
    received.push('heartbeat');
  }

  @LiveHandler(RENDER_SLOTS, { everyReplica: true })
  slots(): void {
    received.push('slots');
  }
}

@Controller()
class RendererController {
  @DurableHandler(SOFTWARE_JOB)
  job(): void {
    received.push('job');
  }

  @LiveHandler(CANCEL_RENDER, { everyReplica: true })
  cancel(): void {
    received.push('cancel');
  }
}

@Module({ imports: [MessagingModule.forService('videos')], controllers: [VideosController] })
class VideosModule {}

@Module({ imports: [MessagingModule.forService('renderer')], controllers: [RendererController] })
class RendererModule {}

describe('a NATS server that gives each service a user with the permissions of its edges', () => {
  let nats: TestNats;
  let videos: Service;
  let renderer: Service;
  const opened: { close(): Promise<void> }[] = [];

  const urlOf = (user: NatsUser) => nats.url.replace('//', `//${user}:secret-${user}@`);

  async function start(user: NatsUser, module: new () => object): Promise<Service> {
    process.env['NATS_URL'] = urlOf(user);
    const service = await createService(user, module);
    opened.push(service.app);
    connectTransports(service.app);
    await startService(service);
    return service;
  }

  /** A connection that only has the user's rights, and the operations that the server has refused it. */
  async function intruder(user: NatsUser): Promise<{ nc: NatsConnection; refused: string[] }> {
    const nc = await connect({ servers: nats.url, user, pass: `secret-${user}`, inboxPrefix: `_INBOX_${user}` });
    opened.push(nc);
    const refused: string[] = [];
    void (async () => {
      for await (const status of nc.status()) if (status.type === 'error') refused.push(status.error.message);
    })();
    return { nc, refused };
  }

  beforeAll(async () => {
    nats = await startNats({ authorization: { users: natsUsers((user) => `secret-${user}`) } });
    process.env['MANAGE_STREAMS'] = 'false';
    process.env['LOG_LEVEL'] = 'error';
    const config = Object.assign(new NatsConfig(), { natsUrl: urlOf('streams') });
    const log = new Logger('streams', 'error');
    expect(await ensureTopology(config, log)).toEqual(['RENDER', 'RESULT', 'VIDEO', 'DEAD']);
    expect(await ensureTopology(config, log)).toEqual([]);
    videos = await start('videos', VideosModule);
    renderer = await start('renderer', RendererModule);
  });

  afterAll(async () => {
    delete process.env['MANAGE_STREAMS'];
    delete process.env['LOG_LEVEL'];
    delete process.env['NATS_URL'];
    await Promise.all(opened.map((each) => each.close()));
    await nats.stop();
  });

  it('lets a video through: job, claim, heartbeat, slots, result, cancel', async () => {
    await videos.app.get(JetStreamPublisher).publish(SOFTWARE_JOB, jobOf(0), { id: 'j1' });
    await eventually(() => expect(received).toContain('job'));
    expect(await renderer.app.get(RpcClient).call(CLAIMS_RPC.claim, { ...jobOf(0), worker: 'w' })).toEqual({
      granted: false,
      reason: 'unknown',
    });
    const live = renderer.app.get(LivePublisher);
    live.publish(STEP_HEARTBEAT, { video_id: VIDEO_ID, segment: 0, epoch: 1, worker: 'w', frames_done: 1 });
    live.publish(RENDER_SLOTS, { worker: 'w', encoder: 'software', total: 1, free: 1 });
    const result = { ...jobOf(0), epoch: 1, worker: 'w' };
    await renderer.app.get(JetStreamPublisher).publish(withToken(RENDER_RESULT, VIDEO_ID), result, { id: 'r1' });
    videos.app.get(LivePublisher).publish(CANCEL_RENDER, { video_id: VIDEO_ID });
    await eventually(() =>
      expect([...new Set(received)].sort()).toEqual(['cancel', 'heartbeat', 'job', 'result', 'slots']),
    );
    expect(await videos.app.get(Streams).createdAt('RENDER')).toBeInstanceOf(Date);
  });

  it('starts no service whose handlers are not its edges', () => {
    expect(() => connectHandlers(videos.app)).toThrow(
      /^SERVICE_EDGES\.videos and its handlers disagree: "serves" lists rpc\.videos\.create, which has no handler; /,
    );
  });

  it('acknowledges what it has handled', async () => {
    const admin = await jetstreamManager((await intruder('streams')).nc, { checkAPI: false });
    await eventually(async () => {
      const consumer = await admin.consumers.info('RENDER', 'renderer-render-job-software');
      expect(consumer.num_ack_pending + consumer.num_pending).toBe(0);
    });
  });

  it('keeps what cannot be read, for an operator with the rights of the user that makes streams', async () => {
    (await intruder('videos')).nc.publish(SOFTWARE_JOB.subject, 'not JSON');
    const admin = await jetstreamManager((await intruder('streams')).nc, { checkAPI: false });
    const letter = await eventually(async () => (await admin.streams.getMessage('DEAD', { seq: 1 })) ?? false);
    expect([letter.subject, letter.string()]).toEqual(['dead.render.job.software', 'not JSON']);
  });

  it.each<[NatsUser, string, string]>([
    ['renderer', 'finish a video', 'video.finished'],
    ['renderer', 'move credits', 'rpc.credits.grant'],
    ['renderer', "keep another service's messages", 'dead.video.finished'],
    ['renderer', 'delete a stream', '$JS.API.STREAM.DELETE.VIDEO'],
    ['renderer', "take another service's messages", '$JS.API.CONSUMER.MSG.NEXT.VIDEO.webhooks-video-any'],
    ['webhooks', 'queue render jobs', 'render.job.software'],
    ['credits', 'ask for holds', 'rpc.credits.hold'],
    ['gateway', 'claim steps', 'rpc.videos.claim'],
    ['streams', 'delete a stream', '$JS.API.STREAM.DELETE.VIDEO'],
  ])('does not let %s %s', async (user, _what, subject) => {
    const { nc, refused } = await intruder(user);
    nc.publish(subject, '{}');
    await nc.flush();
    await eventually(() => expect(refused.join()).toMatch(/permissions violation.*publish/i));
  });

  it("does not let a service receive another's replies", async () => {
    const { nc, refused } = await intruder('webhooks');
    nc.subscribe('_INBOX_videos.>', { callback: () => undefined });
    await nc.flush().catch(() => undefined);
    await eventually(() => expect(refused.join()).toMatch(/permissions violation.*subscription/i));
  });
});

function jobOf(index: number): { schema: 1; video_id: string; segment: number } {
  return { schema: 1, video_id: VIDEO_ID, segment: index };
}
