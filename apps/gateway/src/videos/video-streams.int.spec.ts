import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Injectable, Module } from '@nestjs/common';
import {
  AppError,
  GetVideo,
  ReadVideos,
  type ShownVideo,
  type Video,
  VIDEO_UPDATE,
  type VideoUpdate,
  VIDEOS_RPC,
} from '#libs/contracts';
import { connectHandlers, LivePublisher, MessagingModule, RpcHandler } from '#libs/messaging';
import { createService, type Service, startService } from '#libs/runtime';
import { eventually } from '#libs/testing';
import { exampleVideo } from '../openapi/examples.js';
import { type GatewaySystem, startGatewaySystem } from '../testing/running-gateway.js';
import { VideoStreams } from './video-streams.js';

/** Videos as another service knows them, and how often it was asked. */
@Injectable()
class Shelf {
  readonly videos = new Map<string, VideoUpdate>();
  singleReads = 0;
  readonly sharedReads: string[][] = [];

  put(orgId: string, status: Video['status'] = 'PROCESSING', id: string = randomUUID()): string {
    const version = (this.videos.get(id)?.version ?? 0) + 1;
    this.videos.set(id, { org_id: orgId, version, video: { ...exampleVideo(status), id } });
    return id;
  }
}

@Controller()
class ShelfController {
  constructor(private readonly shelf: Shelf) {}

  @RpcHandler(VIDEOS_RPC.getVideo)
  get({ id, org_id }: GetVideo): ShownVideo {
    this.shelf.singleReads += 1;
    const found = this.shelf.videos.get(id);
    if (found?.org_id !== org_id) throw new AppError('RESOURCE_NOT_FOUND');
    return { video: found.video, version: found.version, retry_after_s: null };
  }

  @RpcHandler(VIDEOS_RPC.readVideos)
  read({ ids }: ReadVideos): VideoUpdate[] {
    this.shelf.sharedReads.push(ids);
    return ids.flatMap((id) => this.shelf.videos.get(id) ?? []);
  }
}

@Module({ imports: [MessagingModule.forStandIn('outside')], controllers: [ShelfController], providers: [Shelf] })
class ShelfModule {}

let system: GatewaySystem;
let videos: Service;
let shelf: Shelf;

beforeAll(async () => {
  system = await startGatewaySystem({ ORG_MAX_STREAMS: '3', STREAM_READ_MS: '200', RATE_LIMIT_PER_MINUTE: '10000' });
  videos = await createService('videos', ShelfModule);
  connectHandlers(videos.app);
  await startService(videos);
  shelf = videos.app.get(Shelf);
}, 60_000);

afterAll(async () => {
  await videos.app.close();
  await system.stop();
}, 30_000);

/** An open stream and what has come of it so far. */
async function watch(id: string, key: string): Promise<{ status: number; text: () => string; leave: () => void }> {
  const leaving = new AbortController();
  const response = await fetch(`${system.gateway.url}/v1/videos/${id}/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: leaving.signal,
  });
  let text = '';
  const read = async () => {
    for await (const part of response.body!) text += Buffer.from(part).toString();
  };
  read().catch(() => undefined); // we have left
  return { status: response.status, text: () => text, leave: () => leaving.abort() };
}

describe('event streams', () => {
  it('are refused beyond an organization’s share, with a time to reconnect, until one has ended', async () => {
    const [own, other] = [await system.newKey(), await system.newKey()];
    const id = shelf.put(own.orgId);
    const open = [await watch(id, own.key), await watch(id, own.key), await watch(id, own.key)];
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await system.gateway.request(`/v1/videos/${id}/events`, { key: own.key });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: 'The organization has 3 event streams in progress and 0 waiting',
      retry_after: 2,
      limit: 10_000,
    });
    const theirs = await watch(shelf.put(other.orgId), other.key);
    expect(theirs.status).toBe(200);
    open[0]!.leave();
    const next = await eventually(async () => {
      const again = await watch(id, own.key);
      expect(again.status).toBe(200);
      return again;
    });
    for (const stream of [...open, theirs, next]) stream.leave();
  });

  it('that find no video keep no place', async () => {
    const { key, orgId } = await system.newKey();
    for (let n = 0; n < 5; n++) {
      expect((await system.gateway.request(`/v1/videos/${randomUUID()}/events`, { key })).status).toBe(404);
    }
    const stream = await watch(shelf.put(orgId), key);
    expect(stream.status).toBe(200);
    stream.leave();
  });

  it('share their reads: one request fetches what no update delivered, for all of them', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => system.newKey()));
    const watched: { id: string; orgId: string; stream: Awaited<ReturnType<typeof watch>> }[] = [];
    for (const { key, orgId } of keys) {
      for (let n = 0; n < 3; n++) {
        const id = shelf.put(orgId);
        watched.push({ id, orgId, stream: await watch(id, key) });
      }
    }
    const isEach = (ids: string[] | undefined) => watched.every(({ id }) => ids?.includes(id));
    await eventually(() => isEach(shelf.sharedReads.at(-1)));
    const singleReads = shelf.singleReads;
    for (const { id, orgId } of watched) shelf.put(orgId, 'COMPLETED', id);
    await eventually(() => watched.every(({ stream }) => stream.text().includes('"status":"COMPLETED"')));
    expect(shelf.singleReads).toBe(singleReads);
    await eventually(() => system.gateway.service.app.get(VideoStreams).watched.length === 0);
  });

  it('receive updates at once, and none of another organization’s', async () => {
    const { key, orgId } = await system.newKey();
    const id = shelf.put(orgId);
    const stream = await watch(id, key);
    const { video } = shelf.videos.get(id)!;
    const publish = (update: Partial<VideoUpdate>) =>
      videos.app.get(LivePublisher).publish(VIDEO_UPDATE, { org_id: orgId, version: 7, video, ...update });
    publish({ org_id: randomUUID(), version: 9 });
    await eventually(() => {
      publish({});
      return stream.text().includes('id: 7');
    });
    expect(stream.text()).not.toContain('id: 9');
    stream.leave();
  });
});
