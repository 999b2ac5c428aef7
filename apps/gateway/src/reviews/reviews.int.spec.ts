import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Injectable, Module } from '@nestjs/common';
import {
  AppError,
  GetTemplate,
  GetVideo,
  ReadVideos,
  type ShownVideo,
  type Template,
  type Video,
  type VideoUpdate,
  VIDEOS_RPC,
} from '#libs/contracts';
import { MessagingModule, RpcHandler, startWithHandlers } from '#libs/messaging';
import { type Answer, type Browser, eventually } from '#libs/testing';
import { ConsoleUsers } from '../testing/console-users.js';
import {
  type GatewaySystem,
  startGatewaySystem,
  UNKNOWN_ID,
  untilEarlyInTheMinute,
} from '../testing/running-gateway.js';
import { ReviewRetention } from './review-retention.js';
import type { Review, ReviewComment, ReviewLink, ReviewLinkWithUrl } from './review-requests.js';

let system: GatewaySystem;
let users: ConsoleUsers;

/** Videos by their ids, with the organizations that they belong to. */
@Injectable()
class KnownVideos extends Map<string, { orgId: string; status: Video['status'] }> {}

@Controller()
class VideosResponder {
  constructor(private readonly known: KnownVideos) {}

  @RpcHandler(VIDEOS_RPC.getVideo)
  get({ org_id, id }: GetVideo): ShownVideo {
    const known = this.known.get(id);
    if (known?.orgId !== org_id) throw new AppError('RESOURCE_NOT_FOUND');
    return { video: videoOf(id, known.status), version: 1, retry_after_s: null };
  }

  @RpcHandler(VIDEOS_RPC.getTemplate)
  template({ id }: GetTemplate): Template {
    return { id, name: 'Price tag' } as Template;
  }

  @RpcHandler(VIDEOS_RPC.readVideos)
  read({ ids }: ReadVideos): VideoUpdate[] {
    return ids.flatMap((id) => {
      const known = this.known.get(id);
      return known ? [{ org_id: known.orgId, version: 1, video: videoOf(id, known.status) }] : [];
    });
  }
}

@Module({
  imports: [MessagingModule.forStandIn('outside')],
  controllers: [VideosResponder],
  providers: [KnownVideos],
})
class OutsideModule {}

const videoOf = (id: string, status: Video['status']): Video =>
  ({
    ...{ id, status, template_id: UNKNOWN_ID, metadata: 'order 4711, secret', duration: 4, width: 640, height: 360 },
    ...{ video_url: `http://localhost/assets/videos/${id}/a.mp4`, poster_url: null, format: 'mp4', fps: 25 },
    ...{ test: false, expires_at: null, credits: 12 },
  }) as Video;

let known: KnownVideos;
let stop: () => Promise<void>;
beforeAll(async () => {
  system = await startGatewaySystem({ TRUSTED_PROXIES: '127.0.0.1', SESSION_RATE_LIMIT_PER_MINUTE: '10000' });
  users = new ConsoleUsers(system);
  const { app } = await startWithHandlers('outside', OutsideModule);
  known = app.get(KnownVideos);
  stop = () => app.close();
}, 60_000);
afterAll(async () => {
  await stop();
  await system.stop();
}, 30_000);

/** An owner with a video. */
async function newVideo(status: Video['status'] = 'COMPLETED') {
  const { browser, orgId, session } = await users.newOwner();
  const id = randomUUID();
  known.set(id, { orgId, status });
  return { browser, orgId, session, id, path: `/videos/${id}` };
}

async function newLink(owner: Browser, path: string, body: object = {}): Promise<{ link: ReviewLink; token: string }> {
  const { status, body: link } = await owner.call('POST', `${path}/review-links`, body);
  expect(status).toBe(201);
  return { link: link as ReviewLink, token: new URL((link as ReviewLinkWithUrl).url).hash.slice(1) };
}

async function shown(token: string, visitor = users.newBrowser()): Promise<Review> {
  const { status, body } = await visitor.call('POST', '/review/show', { token });
  expect(status).toBe(200);
  return body as Review;
}

async function commented(token: string, more: object = {}, visitor = users.newBrowser()): Promise<ReviewComment> {
  const answer = await visitor.call('POST', '/review/comments', { token, author: 'Grace', text: 'Larger.', ...more });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as ReviewComment;
}

const codeOf = ({ status, body }: Answer) => [status, (body as { error: { code: string } }).error.code];

describe('a review link', () => {
  it('shows the video and its comments to a person with it, and nothing else of the organization', async () => {
    const { browser, path, id } = await newVideo();
    const { link, token } = await newLink(browser, path);
    expect(link).toMatchObject({ name: 'Price tag', created_by: { type: 'user' }, expires_at: null, decision: null });
    const review = await shown(token);
    expect(review).toEqual({
      ...{ name: 'Price tag', organization: 'Acme', expires_at: null, decision: null, comments: [] },
      video: {
        ...{ status: 'COMPLETED', video_url: expect.stringContaining(id), poster_url: null, format: 'mp4', fps: 25 },
        ...{ width: 640, height: 360, duration: 4, test: false, expires_at: null },
      },
    });
    const { body } = await browser.call('GET', `${path}/review-links`);
    expect(JSON.stringify(body)).not.toContain(token);
    const [stored] = await system.em.fork().execute<object[]>('SELECT * FROM review_links WHERE id = ?', [link.id]);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('stops working when it is deleted, when it expires, and with its video', async () => {
    const { browser, path, id } = await newVideo();
    const visitor = users.newBrowser();
    const tokens: string[] = [];
    for (const end of ['delete', 'expire', 'remove']) {
      const { link, token } = await newLink(browser, path, { name: end, expires_at: '2999-01-01T00:00:00Z' });
      tokens.push(token);
      await shown(token, visitor);
      if (end === 'delete') await browser.call('DELETE', `${path}/review-links/${link.id}`);
      else if (end === 'remove') known.delete(id);
      else await system.em.fork().execute('UPDATE review_links SET expires_at = now() WHERE id = ?', [link.id]);
      for (const [at, more] of Object.entries({ show: {}, comments: { author: 'G', text: 'x' } }))
        expect(codeOf(await visitor.call('POST', `/review/${at}`, { token, ...more }))).toEqual([
          404,
          'RESOURCE_NOT_FOUND',
        ]);
    }
    expect(codeOf(await browser.call('GET', `${path}/comments`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    for (const token of ['', 'x', 'a'.repeat(43)])
      expect((await visitor.call('POST', '/review/show', { token })).status).toBe(token === '' ? 422 : 404);
    expect((await newVideo().then((other) => newLink(other.browser, other.path))).token).not.toBe(tokens[0]);
  });

  it('is made by editors, and for own videos only', async () => {
    const { path, orgId } = await newVideo();
    const viewer = await users.newUser('viewer@example.com', { orgId });
    expect((await viewer.call('POST', `${path}/review-links`, {})).status).toBe(403);
    expect((await viewer.call('GET', `${path}/review-links`)).status).toBe(200);
    const { browser: stranger } = await users.newOwner();
    for (const [method, rest, body] of [
      ['GET', '/review-links', undefined],
      ['POST', '/review-links', {}],
      ['GET', '/comments', undefined],
      ['POST', '/comments', { text: 'x' }],
    ] as const)
      expect((await stranger.call(method, `${path}${rest}`, body)).status).toBe(404);
  });

  it('has a bound for each video, and a time in the future', async () => {
    const { browser, path, id } = await newVideo();
    const past = await browser.call('POST', `${path}/review-links`, { expires_at: '2020-01-01T00:00:00Z' });
    expect(codeOf(past)).toEqual([422, 'VALIDATION_ERROR']);
    const { link } = await newLink(browser, path);
    await system.em.fork().execute(
      `INSERT INTO review_links (id, video_id, hash, name, creator_type, creator_id)
       SELECT gen_random_uuid(), video_id, sha256(n::text::bytea || id::text::bytea), name, creator_type, creator_id
         FROM review_links, generate_series(1, 19) n WHERE video_id = ?`,
      [id],
    );
    const full = await browser.call('POST', `${path}/review-links`, {});
    expect(codeOf(full)).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    await browser.call('DELETE', `${path}/review-links/${link.id}`);
    await newLink(browser, path);
  });
});

describe('comments', () => {
  it('have a moment and a place, and members answer, resolve and delete them', async () => {
    const { browser, path, session } = await newVideo();
    const { token, link } = await newLink(browser, path);
    const text = '<b>&"’</b> 👋';
    const comment = await commented(token, { text, at: 1.2344, x: 0.25, y: 0.8 });
    expect(comment).toMatchObject({ link_id: link.id, author: { type: 'reviewer', name: 'Grace' }, text });
    expect(comment).toMatchObject({ at: 1.234, x: 0.25, y: 0.8, decision: null, resolved_at: null });
    const answer = await browser.call('POST', `${path}/comments`, { text: 'Done.', reply_to: comment.id });
    expect(answer).toMatchObject({
      status: 201,
      body: { reply_to: comment.id, author: { type: 'user', name: session.user.name } },
    });
    const { body: resolved } = await browser.call('PATCH', `${path}/comments/${comment.id}`, { resolved: true });
    expect((await shown(token)).comments).toEqual([resolved, answer.body]);
    const nested = { text: 'No.', reply_to: (answer.body as ReviewComment).id };
    expect(codeOf(await browser.call('POST', `${path}/comments`, nested))).toEqual([422, 'VALIDATION_ERROR']);
    const { browser: stranger } = await newVideo();
    for (const [method, body] of [
      ['PATCH', { resolved: false }],
      ['DELETE', undefined],
    ] as const)
      expect((await stranger.call(method, `${path}/comments/${comment.id}`, body)).status).toBe(404);
    expect((await browser.call('DELETE', `${path}/comments/${comment.id}`)).status).toBe(204);
    expect((await browser.call('GET', `${path}/comments`)).body).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it.each([
    { at: 4.1 },
    { at: -1 },
    { x: 0.5 },
    { x: 0.5, y: 1.1 },
    { text: '' },
    { text: 'a\u0000b' },
    { text: 'x'.repeat(1_001) },
    { author: 'x'.repeat(101) },
    { reply_to: UNKNOWN_ID },
  ])('are refused with %j', async (more) => {
    const { browser, path } = await newVideo();
    const { token } = await newLink(browser, path);
    const body = { token, author: 'Grace', text: 'Larger.', ...more };
    const answer = await users.newBrowser().call('POST', '/review/comments', body);
    expect(codeOf(answer)).toEqual([422, 'VALIDATION_ERROR']);
    expect(JSON.stringify(answer.body)).not.toContain(token);
  });

  it('of one link are not shown with another one', async () => {
    const { browser, path } = await newVideo();
    const [{ token: one }, { token: other }] = [await newLink(browser, path), await newLink(browser, path)];
    const { id } = await commented(one);
    for (const body of [{ text: 'To the one.', reply_to: id }, { text: 'To all.' }])
      await browser.call('POST', `${path}/comments`, body);
    const texts = async (token: string) => (await shown(token)).comments.map(({ text }) => text);
    expect([await texts(one), await texts(other)]).toEqual([['Larger.', 'To the one.', 'To all.'], ['To all.']]);
  });

  it('have a bound for each link', async () => {
    const { browser, path, id } = await newVideo();
    const { token, link } = await newLink(browser, path);
    await commented(token);
    await system.em.fork().execute(
      `INSERT INTO review_comments (id, video_id, link_id, author_type, text)
       SELECT gen_random_uuid(), ?, ?, 'reviewer', 'x' FROM generate_series(1, 199)`,
      [id, link.id],
    );
    const full = await users.newBrowser().call('POST', '/review/comments', { token, author: 'Grace', text: 'x' });
    expect(full).toMatchObject({ status: 429, body: { error: { details: 'The link has 200 comments' } } });
    expect((await browser.call('POST', `${path}/comments`, { text: 'x' })).status).toBe(201);
  });

  it('are limited for each link and address', async () => {
    const { browser, path } = await newVideo();
    const [{ token }, { token: another }] = [await newLink(browser, path), await newLink(browser, path)];
    const visitor = users.newBrowser();
    await untilEarlyInTheMinute(15);
    for (let n = 0; n < 20; n += 1) await commented(token, {}, visitor);
    const refused = await visitor.call('POST', '/review/comments', { token, author: 'Grace', text: 'x' });
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await commented(another, {}, visitor);
    await commented(token);
    await shown(token, visitor);
  });

  it('cannot be sent by a page of another site', async () => {
    const { browser, path } = await newVideo();
    const { token } = await newLink(browser, path);
    const body = { token, author: 'Grace', text: 'x' };
    const foreign = { origin: 'https://evil.example' };
    expect((await users.newBrowser().call('POST', '/review/comments', body, foreign)).status).toBe(403);
  });
});

describe('a decision', () => {
  it('is the last one, and in the audit log as the links are', async () => {
    const { browser, path, id } = await newVideo();
    const { token, link } = await newLink(browser, path, { name: 'Autumn' });
    const visitor = users.newBrowser();
    for (const body of [{ decision: 'changes_requested', text: 'Larger.' }, { decision: 'approved' }])
      expect((await visitor.call('POST', '/review/decision', { token, author: 'Grace', ...body })).status).toBe(201);
    expect(await shown(token)).toMatchObject({ decision: 'approved', comments: [{ text: 'Larger.' }, { text: '' }] });
    const { body: links } = await browser.call('GET', `${path}/review-links`);
    expect(links).toMatchObject({ data: [{ id: link.id, decision: 'approved' }] });
    await browser.call('DELETE', `${path}/review-links/${link.id}`);
    const entries = await browser.call('GET', '/audit-log');
    expect(entries.body).toMatchObject({
      data: [
        { action: 'deleteReviewLink', target: { type: 'review-links', id: link.id } },
        {
          action: 'decideReview',
          actor: { type: 'reviewer', id: link.id, name: 'Grace' },
          target: { type: 'videos', id, name: 'Autumn' },
          changes: [{ field: 'decision', before: 'changes_requested', after: 'approved' }],
        },
        { action: 'decideReview' },
        { action: 'createReviewLink', target: { type: 'videos', id, name: 'Autumn' } },
        {},
      ],
    });
  });

  it('needs a finished video', async () => {
    const { browser, path } = await newVideo('PROCESSING');
    const { token } = await newLink(browser, path);
    const body = { token, author: 'Grace', decision: 'approved' };
    expect((await users.newBrowser().call('POST', '/review/decision', body)).status).toBe(422);
  });
});

describe('the review of a deleted video', () => {
  it('is deleted, and that of another one is kept', async () => {
    const [gone, kept] = [await newVideo(), await newVideo()];
    for (const { browser, path } of [gone, kept]) await commented((await newLink(browser, path)).token);
    known.delete(gone.id);
    const em = system.em.fork();
    await em.execute(`UPDATE reviews SET checked_at = now() - interval '61 minutes'`);
    await eventually(async () => {
      await system.gateway.service.app.get(ReviewRetention).sweep();
      const left = await em.execute<{ video_id: string }[]>(
        `SELECT r.video_id FROM reviews r LEFT JOIN review_comments c USING (video_id) LEFT JOIN review_links USING (video_id)
          WHERE r.video_id IN (?, ?)`,
        [gone.id, kept.id],
      );
      expect(left).toEqual([{ video_id: kept.id }]);
    });
  });
});
