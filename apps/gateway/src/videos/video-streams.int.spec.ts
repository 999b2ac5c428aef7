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
import { LivePublisher, MessagingModule, RpcHandler, startWithHandlers } from '#libs/messaging';
import { type Service } from '#libs/runtime';
import { type Browser, eventually } from '#libs/testing';
import { exampleVideo } from '../openapi/examples.js';
import type { Session } from '../accounts/users/account-requests.js';
import { createKey } from '../operator/organizations.js';
import { createConsoleLink } from '../operator/users.js';
import { ConsoleUsers, PASSWORD } from '../testing/console-users.js';
import { type GatewaySystem, type RunningGateway, startGatewaySystem } from '../testing/running-gateway.js';
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
let users: ConsoleUsers;
/** A gateway that ends streams by announcements only: its next check does not come while a test runs. */
let quiet: RunningGateway;

beforeAll(async () => {
  system = await startGatewaySystem({
    ORG_MAX_STREAMS: '3',
    STREAM_READ_MS: '200',
    RATE_LIMIT_PER_MINUTE: '10000',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  users = new ConsoleUsers(system);
  process.env['STREAM_READ_MS'] = '600000';
  quiet = await system.startGateway();
  videos = await startWithHandlers('videos', ShelfModule);
  shelf = videos.app.get(Shelf);
}, 60_000);

afterAll(async () => {
  await videos.app.close();
  await system.stop();
}, 30_000);

interface OpenStream {
  status: number;
  text: () => string;
  hasEnded: () => boolean;
  leave: () => void;
}

/** An open stream and what has come of it so far. */
async function watch(id: string, credential: string | Browser, gateway = system.gateway): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${gateway.url}/v1/videos/${id}/events`, {
    headers:
      typeof credential === 'string'
        ? { authorization: `Bearer ${credential}` }
        : { cookie: `framewright_session=${credential.token}` },
    signal: leaving.signal,
  });
  let text = '';
  let hasEnded = false;
  const read = async () => {
    for await (const part of response.body!) text += Buffer.from(part).toString();
    hasEnded = true;
  };
  read().catch(() => undefined); // we have left
  return { status: response.status, text: () => text, hasEnded: () => hasEnded, leave: () => leaving.abort() };
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

  /** The ways in which a credential ends, each for a second member of an organization. */
  const ENDS: [string, (owner: Browser, member: Browser, userId: string) => Promise<{ status: number }>][] = [
    ['a removed member', (owner, _member, userId) => owner.call('DELETE', `/members/${userId}`)],
    ['a user who signs out', (_owner, member) => member.call('DELETE', '/session')],
    [
      'a user whose password is changed in another browser',
      async (_owner, member) => {
        const { email } = ((await member.call('GET', '/session')).body as Session).user;
        const other = users.newBrowser();
        await other.call('POST', '/session', { email, password: PASSWORD });
        const change = { password: 'staple horse battery', current_password: PASSWORD };
        return other.call('PUT', '/session/password', change);
      },
    ],
    [
      'a user whom an operator disables',
      async (_owner, _member, userId) => {
        const operator = users.newBrowser();
        const options = { orgId: await users.newOrganization(), operator: true };
        const { url } = await createConsoleLink(system.em.fork(), options, 'http://localhost/v1');
        await operator.signInByLink(url);
        return operator.call('PATCH', `/operator/users/${userId}`, { disabled: true });
      },
    ],
  ];

  it.each(ENDS)('of %s end at once, and no others', async (_who, end) => {
    const { browser: owner, orgId } = await users.newOwner();
    const member = await users.newUser(`${randomUUID()}@example.com`, { orgId });
    const { user } = (await member.call('GET', '/session')).body as Session;
    const id = shelf.put(orgId);
    const [theirs, owners] = [await watch(id, member, quiet), await watch(id, owner, quiet)];
    expect((await end(owner, member, user.id)).status).toBeLessThan(300);
    await eventually(() => theirs.hasEnded());
    expect(owners.hasEnded()).toBe(false);
    owners.leave();
  });

  it('of a revoked key end at once, and those of others do not', async () => {
    const { browser: owner, orgId } = await users.newOwner();
    const keys = await Promise.all([1, 2].map(() => createKey(system.em.fork(), { orgId, kind: 'read' })));
    const id = shelf.put(orgId);
    const [revoked, kept] = [await watch(id, keys[0]!.key, quiet), await watch(id, keys[1]!.key, quiet)];
    expect((await owner.call('POST', `/keys/${keys[0]!.id}/revoke`)).status).toBe(200);
    await eventually(() => revoked.hasEnded());
    expect(kept.hasEnded()).toBe(false);
    kept.leave();
  });

  it('end with a key that expires meanwhile', async () => {
    const { key, id: keyId, orgId } = await system.newKey();
    const stream = await watch(shelf.put(orgId), key);
    await system.em.execute('UPDATE api_keys SET expires_at = now() WHERE id = ?', [keyId]);
    await eventually(() => stream.hasEnded());
  });
});
