import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { wrap } from '@mikro-orm/core';
import {
  AppError,
  type CreatedVideo,
  CREDITS_RPC,
  type Template,
  type Video,
  type VideoExplanation,
  TEMPLATE_QUOTA_RPC,
  VIDEOS_RPC,
} from '#libs/contracts';
import { warningAt } from '#libs/template';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { IdempotencyKeyRow } from './idempotency-key.entity.js';
import { VideoRow } from './video.entity.js';

const videos = useVideos();
let template: Template;

const org = randomUUID();
const DOCUMENT = {
  name: 'Greeting',
  width: 640,
  height: 360,
  pages: [{ number: 1, duration: 10, layers: [{ name: 'title', type: 'text', text: 'Hello' }] }],
};

beforeAll(async () => {
  template = await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document: DOCUMENT });
});

afterEach(async () => {
  await videos.clear();
  videos.ledger.holds.clear();
  videos.ledger.balance = 1_000_000;
  const asAtFirst = { faults: [], warnings: [], explanation: undefined, refusal: undefined, isSilent: false };
  Object.assign(videos.engine, asAtFirst);
});

function create(rest: { body?: object; key?: string; org?: string } = {}): Promise<CreatedVideo> {
  const body = { template_id: template.id, format: 'mp4', ...rest.body };
  return videos.rpc.call(VIDEOS_RPC.createVideo, {
    org_id: rest.org ?? org,
    body,
    body_sha256: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
    ...(rest.key !== undefined && { idempotency_key: rest.key }),
  });
}

const shown = async (id: string): Promise<Video> =>
  (await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id })).video;
const rows = (): Promise<VideoRow[]> => videos.em.fork().find(VideoRow, {});

describe('a new video', () => {
  it('is shown in full, at the price that was held', async () => {
    const { video, replayed } = await create({ body: { metadata: 'order 7', fps: 30 } });
    expect(replayed).toBe(false);
    expect(video).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'PROCESSING',
      self: `http://127.0.0.1:1/v1/videos/${video.id}`,
      video_url: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:1/assets/videos/${video.id}/[0-9A-Za-z]{22}\\.mp4$`),
      ),
      metadata: 'order 7',
      webhook_url: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/\.\d{3}Z$/),
      template_id: template.id,
      template_version: 1,
      size: 'default',
      format: 'mp4',
      fps: 30,
      width: 640,
      height: 360,
      duration: 10,
      credits: 10,
      test: false,
      progress: 0,
      eta_seconds: null,
      file_size: null,
      poster_url: null,
      error: null,
      started_at: null,
      finished_at: null,
      expires_at: null,
      batch_id: null,
      batch_row: null,
    });
    expect(await shown(video.id)).toEqual(video);
    expect(videos.ledger.holds.get(video.id)).toEqual({ orgId: org, amount: 10, state: 'held' });
    await eventually(() => expect(videos.received.jobsOf(video.id)).toBe(1));
  });

  it('keeps its request, which makes the same video again, and counts its attempts', async () => {
    const pages = [{ number: 1, layers: [{ name: 'title', text: 'Bye "you"' }] }];
    const { video } = await create({ body: { pages, metadata: 'order 7' } });
    const details = (of: string, id = video.id) => videos.rpc.call(VIDEOS_RPC.videoDetails, { org_id: of, id });
    const { request, queued_at, attempts } = await details(org);
    expect(request).toEqual({ template_id: template.id, version: 1, format: 'mp4', pages, metadata: 'order 7' });
    expect(queued_at).toBe(video.updated_at);
    expect(attempts).toEqual({ made: 0, failed: 0, lost: 0 });
    await videos.begin(video.id);
    expect((await details(org)).attempts).toEqual({ made: 1, failed: 0, lost: 0 });
    expect((await create({ body: request! })).video).toMatchObject({ credits: video.credits, metadata: 'order 7' });
    await expect(details(randomUUID())).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('is drawn with its modifications applied', async () => {
    const { video } = await create({ body: { pages: [{ number: 1, layers: [{ name: 'title', text: 'Bye' }] }] } });
    const { plan } = await videos.begin(video.id);
    expect(plan).toMatchObject({
      format: 'mp4',
      fps: 24,
      frame_count: 240,
      output_key: `work/${video.id}/0-1.mp4`,
      document: { pages: [{ layers: [{ name: 'title', text: 'Bye' }] }] },
    });
  });

  it('is encoded with the key frames that its request asks for', async () => {
    const { video } = await create({ body: { key_frame_interval: 1.5 } });
    expect((await videos.begin(video.id)).plan.key_frame_interval).toBe(1.5);
  });

  it('that is a small gif is shown in its size, and drawn and encoded so', async () => {
    const { video } = await create({ body: { format: 'gif', max_width: 320, loop: 2 } });
    expect(video).toMatchObject({ format: 'gif', width: 320, height: 180 });
    expect(await shown(video.id)).toMatchObject({ width: 320, height: 180 });
    expect((await videos.begin(video.id)).plan).toMatchObject({ max_width: 320, loop: 2, document: { width: 640 } });
  });

  it('that is a gif without a width and a number of plays has neither in its plan', async () => {
    const { video } = await create({ body: { format: 'gif' } });
    expect(video).toMatchObject({ width: 640, height: 360 });
    const { plan } = await videos.begin(video.id);
    expect(plan).not.toHaveProperty('max_width');
    expect(plan).not.toHaveProperty('loop');
  });

  it('keeps every character of its request, whatever is asked beside it', async () => {
    const texts = ['"quoted" {NULL}, \\ and \n a line', 'NULL', '', 'כן 👩🏽‍🚀 \u2028', '\\u0041 \\"'];
    const made = await Promise.all(
      texts.map((text) =>
        create({ body: { metadata: text, pages: [{ number: 1, layers: [{ name: 'title', text }] }] } }),
      ),
    );
    for (const [index, { video }] of made.entries()) {
      expect((await shown(video.id)).metadata).toBe(texts[index]);
      const { document } = await videos.em.fork().findOneOrFail(VideoRow, video.id, { populate: ['document'] });
      expect(document!.pages[0]!.layers).toMatchObject([{ name: 'title', text: texts[index] }]);
    }
  });

  it('of an unknown template or version, or another organization’s, is not found', async () => {
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    await expect(create({ body: { template_id: randomUUID() } })).rejects.toMatchObject(notFound);
    await expect(create({ body: { version: 2 } })).rejects.toMatchObject(notFound);
    await expect(create({ org: randomUUID() })).rejects.toMatchObject(notFound);
    expect(videos.ledger.holds.size).toBe(0);
  });

  it('with faults names them all and leaves nothing behind', async () => {
    const body = { fps: 12, audio_url: 'http://127.0.0.1/a.mp3' };
    await expect(create({ body, key: 'faulty' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [
        { field: 'fps', code: 'INVALID_VALUE', message: 'fps must be one of: 24, 30 for mp4 and webm', value: 12 },
        {
          field: 'audio_url',
          code: 'INVALID_VALUE',
          message: 'must be a public address',
          value: 'http://127.0.0.1/a.mp3',
        },
      ],
    });
    expect(await rows()).toEqual([]);
    expect(videos.ledger.holds.size).toBe(0);
    expect((await create({ key: 'faulty' })).replayed).toBe(false);
  });
});

describe('credits', () => {
  it('short by one refuse the video, name both numbers, and leave nothing behind', async () => {
    videos.ledger.balance = 9;
    await expect(create()).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      details: 'Required: 10 credits, Available: 9 credits',
    });
    expect(await rows()).toEqual([]);
    expect(videos.ledger.balance).toBe(9);
  });

  it('that came later let the same key succeed', async () => {
    videos.ledger.balance = 0;
    await expect(create({ key: 'late' })).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    videos.ledger.balance = 10;
    expect(await create({ key: 'late' })).toMatchObject({ replayed: false, video: { credits: 10 } });
  });

  it('held without an answer are asked for again, never twice', async () => {
    videos.ledger.lostReplies = 1;
    const { video } = await create();
    expect(videos.ledger.ids(org, 'held')).toEqual([video.id]);
    expect(videos.ledger.balance).toBe(1_000_000 - 10);
  });

  it('held by a service that died before it accepted the video are returned, and the row goes', async () => {
    const payer = randomUUID();
    const id = await videos.reserve(payer);
    await videos.rpc.call(CREDITS_RPC.hold, { org_id: payer, hold_id: id, amount: 10 });
    await eventually(() => expect(videos.ledger.ids(payer, 'released')).toEqual([id]));
    await eventually(async () => expect(await rows()).toEqual([]));
    expect(videos.ledger.balance).toBe(1_000_000);
    expect(videos.received.eventsOf(id)).toEqual([]);
  });

  it('held late for a reservation that was given up can never stick', async () => {
    const id = await videos.reserve(org);
    await eventually(async () => expect(await rows()).toEqual([]));
    const late = await videos.rpc.call(CREDITS_RPC.hold, { org_id: org, hold_id: id, amount: 10 });
    expect(late).toEqual({ outcome: 'released' });
  });

  it('whose event was lost are settled by the video’s status, and left alone while it is PROCESSING', async () => {
    const [running, failed, gone] = [(await create()).video.id, (await create()).video.id, randomUUID()];
    const { epoch } = await videos.begin(failed);
    await videos.report(failed, epoch, { failure: { code: 'FONT_FAILED', message: 'fonts[0]', retryable: false } });
    await videos.rpc.call(CREDITS_RPC.hold, { org_id: org, hold_id: gone, amount: 3 });
    await eventually(() => expect(videos.ledger.ids(org, 'released')).toEqual(expect.arrayContaining([failed, gone])));
    expect(videos.ledger.ids(org, 'held')).toEqual([running]);
    await videos.succeed(running, await videos.begin(running));
    await eventually(() => expect(videos.ledger.ids(org, 'captured')).toEqual([running]));
    expect(videos.ledger.balance).toBe(1_000_000 - 10);
  });
});

describe('a test video', () => {
  it('costs nothing, even without credits, and is drawn as a test', async () => {
    videos.ledger.balance = 0;
    const { video } = await create({ body: { test: true } });
    expect(video).toMatchObject({ status: 'PROCESSING', credits: 0, width: 640, height: 360 });
    videos.announce(1, 1); // a test video takes a slot that stands idle
    expect((await videos.begin(video.id)).plan).toMatchObject({ test: true, document: DOCUMENT });
    const verdict = { org_id: org, body: { template_id: template.id, format: 'mp4', test: true } };
    expect(await videos.rpc.call(VIDEOS_RPC.validateVideo, verdict)).toMatchObject({ valid: true, credits: 0 });
  });
});

describe('the test videos of an organization', () => {
  const test = () => create({ body: { test: true } });

  it('are refused beyond as many as may be unfinished, with a time to retry, until one has ended', async () => {
    const made = [await test(), await test(), await test()];
    const before = await rows();
    await expect(test()).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: 'The organization has 3 test videos that are not finished',
      retryAfterS: 10,
    });
    expect(await rows()).toHaveLength(before.length);
    await create(); // what is paid for is not concerned
    const { id } = made[0]!.video;
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id });
    await test();
  });

  it('are refused beyond that number also when all are sent at once', async () => {
    const sent = await Promise.allSettled(Array.from({ length: 12 }, test));
    const refused = sent.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toMatchObject(refused.map(() => ({ code: 'RATE_LIMIT_EXCEEDED' })));
    expect(refused).toHaveLength(9);
    expect(await rows()).toHaveLength(3);
  });

  it('that are sent again under their key are answered as before', async () => {
    const send = () => create({ body: { test: true }, key: 'again' });
    const { video } = await send();
    await test();
    await test();
    expect(await send()).toMatchObject({ replayed: true, video: { id: video.id } });
  });
});

describe('a hold behind a thousand others', () => {
  it('is settled too', async () => {
    const { video } = await create();
    const [inWork] = await videos.em.fork().find(VideoRow, { id: video.id }, { populate: ['document'] });
    const copies = Array.from({ length: 1_000 }, () => ({ ...wrap(inWork!).toObject(), id: randomUUID() }));
    await videos.em.fork().insertMany(VideoRow, copies);
    for (const { id } of copies) videos.ledger.holds.set(id, { orgId: org, amount: 1, state: 'held' });
    const last = randomUUID();
    videos.ledger.holds.set(last, { orgId: org, amount: 1, state: 'held' });
    await eventually(() => expect(videos.ledger.holds.get(last)!.state).toBe('released'));
    expect(videos.ledger.ids(org, 'held')).toHaveLength(1_001);
  });
});

describe('an idempotency key', () => {
  it('sent fifty times at once makes one video and one hold, and the same answer fifty times', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create({ key: 'fifty' })));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ video }) => JSON.stringify(video))).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect(videos.ledger.holds.size).toBe(1);
  });

  it('answers word for word what it answered first, although the video has gone on', async () => {
    const first = await create({ key: 'again' });
    await videos.begin(first.video.id);
    expect((await shown(first.video.id)).started_at).not.toBeNull();
    const again = await create({ key: 'again' });
    expect(again.replayed).toBe(true);
    expect(JSON.stringify(again.video)).toBe(JSON.stringify(first.video));
  });

  it.each([
    [{}, { fps: 30 }],
    [
      { format: 'gif', max_width: 320 },
      { format: 'gif', max_width: 160 },
    ],
    [{ format: 'gif' }, { format: 'gif', loop: 0 }],
  ])('of the body %j with the body %j is refused', async (first, second) => {
    await create({ key: 'reused', body: first });
    await expect(create({ key: 'reused', body: second })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'Idempotency-Key', code: 'INVALID_VALUE', message: expect.any(String), value: 'reused' }],
    });
  });

  it('belongs to its organization alone', async () => {
    const other = randomUUID();
    const theirs = await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: other, document: DOCUMENT });
    const { video } = await create({ key: 'mine' });
    const answer = await create({ key: 'mine', org: other, body: { template_id: theirs.id } });
    expect(answer.replayed).toBe(false);
    expect(answer.video.id).not.toBe(video.id);
  });

  it('is forgotten after a day', async () => {
    const { video } = await create({ key: 'old' });
    const created = new Date(Date.now() - 24 * 60 * 60_000 - 1);
    await videos.em.fork().nativeUpdate(IdempotencyKeyRow, { videoId: video.id }, { createdAt: created });
    const later = await create({ key: 'old', body: { fps: 30 } });
    expect(later).toMatchObject({ replayed: false, video: { fps: 30 } });
    await eventually(async () =>
      expect(await videos.em.fork().count(IdempotencyKeyRow, { videoId: video.id })).toBe(0),
    );
  });

  it('of a reservation that was given up is free again', async () => {
    videos.ledger.balance = 10;
    const reserved = await videos.reserve(org, 'stale');
    await eventually(async () => expect(await videos.em.fork().count(VideoRow, { id: reserved })).toBe(0));
    expect(await create({ key: 'stale' })).toMatchObject({ replayed: false });
  });
});

const SKIPPED = { field: 'body', code: 'CHECK_SKIPPED', severity: 'critical' };

describe('a request that is only validated', () => {
  const validate = (body: Record<string, unknown>, org_id = org) =>
    videos.rpc.call(VIDEOS_RPC.validateVideo, { org_id, body });
  const good = () => ({ template_id: template.id, format: 'mp4' });

  it('returns duration and price, and leaves nothing behind', async () => {
    const sizes = [{ size: 'default', width: 640, height: 360, credits: 10 }];
    const times = { duration: 10, page_durations: [10] };
    const verdict = { valid: true, errors: [], warnings: [], sizes, ...times, credits: 10, explanation: null };
    expect(await validate(good())).toEqual(verdict);
    videos.ledger.balance = 0;
    expect(await validate(good())).toEqual(verdict);
    expect(await rows()).toEqual([]);
    expect(videos.ledger.holds.size).toBe(0);
  });

  const glyph = (field: string) => warningAt(field, { code: 'GLYPH_MISSING', message: 'no font has "𓀀"' });

  it('warns of characters that no font can show, at the value that the caller set', async () => {
    videos.engine.warnings = [glyph('pages[0].layers[0].text'), glyph('pages[0].layers[0].name')];
    const pages = [{ number: 1, layers: [{ name: 'title', text: '𓀀' }] }];
    expect(await validate({ ...good(), modifications: { pages } })).toMatchObject({
      valid: true,
      warnings: [glyph('modifications.pages[0].layers[0].text'), glyph('pages[0].layers[0].name')],
    });
    expect(videos.engine.inspected.at(-1)!.document.pages[0]!.layers![0]).toMatchObject({ text: '𓀀' });
  });

  it('is not valid if a renderer knows why the video would fail', async () => {
    const fault = { code: 'ASSET_FETCH_FAILED', message: 'status 404', value: 'http://a.example/a.mp3' } as const;
    videos.engine.faults = [{ ...fault, field: 'audio_url' }];
    videos.engine.warnings = [glyph('pages[0].layers[0].text')];
    expect(await validate({ ...good(), audio_url: fault.value })).toEqual({
      valid: false,
      errors: videos.engine.faults,
      warnings: videos.engine.warnings,
      sizes: [expect.objectContaining({ size: 'default' })],
      duration: 10,
      page_durations: [10],
      credits: 10,
      explanation: null,
    });
  });

  it.each([
    ['mp4', { fps: 24, silent: false, audio_url: 'https://a.example/a.mp3' }],
    ['gif', { fps: 12, silent: true }],
  ])('as %s has the sounds looked at that it would have', async (format, asked) => {
    await validate({ ...good(), format, audio_url: 'https://a.example/a.mp3' });
    const { schema, org_id, document, ...sound } = videos.engine.inspected.at(-1)!;
    expect([schema, org_id, document.name, sound]).toEqual([1, org, expect.any(String), asked]);
  });

  it('says what is slow to draw when it is asked', async () => {
    videos.engine.explanation = { content: 'of the renderer' } as unknown as VideoExplanation;
    expect(await validate(good())).toMatchObject({ explanation: null });
    expect(await validate({ ...good(), explain: true })).toMatchObject({ explanation: videos.engine.explanation });
    expect(videos.engine.inspected.slice(-2).map(({ explain }) => explain)).toEqual([undefined, true]);
  });

  it('is turned away while too many questions of its organization wait at a renderer', async () => {
    videos.engine.refusal = new AppError('RATE_LIMIT_EXCEEDED', { details: 'eight', retryAfterS: 2 });
    await expect(validate(good())).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfterS: 2 });
    videos.engine.refusal = new AppError('INTERNAL_SERVER_ERROR');
    expect(await validate(good())).toMatchObject({ valid: true, warnings: [SKIPPED] });
  });

  it('gets its verdict although no renderer answers, and learns what was not checked', async () => {
    videos.engine.isSilent = true;
    expect(await validate(good())).toMatchObject({ valid: true, warnings: [SKIPPED], credits: 10 });
  });

  it.each<[string, () => Record<string, unknown>]>([
    ['of no shape at all', () => ({})],
    [
      'with faults of its own',
      () => ({ ...good(), format: 'avi', fps: 'fast', color: 1, audio_url: 'http://10.0.0.1/a' }),
    ],
    ['with faults on its template', () => ({ ...good(), pages: [{ number: 2 }] })],
  ])('%s gets what POST /videos would respond', async (_name, body) => {
    const refused = await create({ body: { template_id: undefined, format: undefined, ...body() } }).catch(
      (error: unknown) => error,
    );
    const { details } = refused as { details: object[] };
    expect(details.length).toBeGreaterThan(0);
    expect(await validate(body())).toEqual({
      valid: false,
      errors: details,
      warnings: [],
      sizes: null,
      duration: null,
      page_durations: null,
      credits: null,
      explanation: null,
    });
  });

  it('for an unknown template, or another organization’s, is not found', async () => {
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    await expect(validate({ ...good(), template_id: randomUUID() })).rejects.toMatchObject(notFound);
    await expect(validate({ ...good(), version: 2 })).rejects.toMatchObject(notFound);
    await expect(validate(good(), randomUUID())).rejects.toMatchObject(notFound);
  });
});

describe('a template that is replaced', () => {
  const make = (rest: object = {}) =>
    videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document: { ...DOCUMENT, ...rest } });
  const replace = (id: string, rest: object, org_id = org) =>
    videos.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id, id, document: { ...DOCUMENT, ...rest } });
  const get = (id: string, version?: number) =>
    videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id: org, id, ...(version !== undefined && { version }) });

  it('gets a version; the earlier ones stay as they were', async () => {
    const first = await make();
    const second = await replace(first.id, { name: 'Farewell', width: 320 });
    expect(second).toEqual({
      ...first,
      name: 'Farewell',
      version: 2,
      width: 320,
      updated_at: expect.any(String),
      document: { ...DOCUMENT, name: 'Farewell', width: 320 },
    });
    expect(second.updated_at >= first.updated_at).toBe(true);
    expect(await get(first.id)).toEqual(second);
    expect(await get(first.id, 1)).toEqual({ ...first, updated_at: second.updated_at });
    const list = await videos.rpc.call(VIDEOS_RPC.listTemplates, { org_id: org, id: first.id });
    expect(list.data).toEqual([{ ...second, document: undefined }].map(({ document: _, ...rest }) => rest));
  });

  it('makes videos from the newest version, or from the one named', async () => {
    const { id } = await make();
    await replace(id, { width: 320 });
    const newest = await create({ body: { template_id: id } });
    expect(newest.video).toMatchObject({ template_version: 2, width: 320 });
    const named = await create({ body: { template_id: id, version: 1 } });
    expect(named.video).toMatchObject({ template_version: 1, width: 640 });
  });

  it('many times at once gets a version for each', async () => {
    const { id } = await make();
    const replaced = await Promise.all(Array.from({ length: 8 }, (_, n) => replace(id, { name: `n${n}` })));
    expect(replaced.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await get(id)).version).toBe(9);
  });

  it('by a document with faults, or by a stranger, stays as it was', async () => {
    const { id } = await make();
    await expect(replace(id, { width: 15 })).rejects.toMatchObject({ details: [{ field: 'width' }] });
    await expect(replace(id, {}, randomUUID())).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(replace(randomUUID(), {})).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect((await get(id)).version).toBe(1);
  });
});

describe('a template that is removed', () => {
  it('is no longer found, while its videos continue', async () => {
    const { id } = await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document: DOCUMENT });
    await videos.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id: org, id, document: DOCUMENT });
    const { video } = await create({ body: { template_id: id } });
    const remove = (org_id = org) => videos.rpc.call(VIDEOS_RPC.removeTemplate, { org_id, id });
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    await expect(remove(randomUUID())).rejects.toMatchObject(notFound);
    expect(await remove()).toEqual({});
    await expect(remove()).rejects.toMatchObject(notFound);
    for (const version of [undefined, 1]) {
      const request = { org_id: org, id, ...(version && { version }) };
      await expect(videos.rpc.call(VIDEOS_RPC.getTemplate, request)).rejects.toMatchObject(notFound);
    }
    await expect(create({ body: { template_id: id } })).rejects.toMatchObject(notFound);
    expect((await videos.rpc.call(VIDEOS_RPC.listTemplates, { org_id: org, id })).pagination.total).toBe(0);
    await videos.succeed(video.id, await videos.begin(video.id));
    await eventually(async () => expect((await shown(video.id)).status).toBe('COMPLETED'));
  });
});

describe('an organization’s templates', () => {
  const limit = (org_id: string, own: { max_templates?: number | null; max_bytes?: number | null }) =>
    videos.rpc.call(TEMPLATE_QUOTA_RPC.limit, { org_id, ...own });
  const store = (org_id: string) => videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: DOCUMENT });
  const refused = (message: RegExp) => ({
    code: 'VALIDATION_ERROR',
    details: [{ field: 'body', code: 'VALUE_TOO_LARGE', message: expect.stringMatching(message), value: null }],
  });

  it('are as many as it may have, however many come at once, and others have theirs', async () => {
    const org_id = randomUUID();
    expect(await limit(org_id, { max_templates: 3 })).toMatchObject({ templates: 0, bytes: 0, max_templates: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => store(org_id)));
    const reasons = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(reasons).toHaveLength(5);
    for (const reason of reasons) expect(reason).toMatchObject(refused(/at most 3 templates/));
    await store(randomUUID());
    const [first] = (await videos.rpc.call(VIDEOS_RPC.listTemplates, { org_id })).data;
    await videos.rpc.call(VIDEOS_RPC.removeTemplate, { org_id, id: first!.id });
    await store(org_id);
    await expect(store(org_id)).rejects.toMatchObject(refused(/templates/));
    expect((await limit(org_id, { max_templates: null })).max_templates).toBe(1_000);
    await store(org_id);
  });

  it('have as many bytes as they may, over all versions; what is refused leaves nothing', async () => {
    const org_id = randomUUID();
    const { id } = await store(org_id);
    const { bytes } = await limit(org_id, {});
    await limit(org_id, { max_bytes: 2 * bytes });
    const replace = () => videos.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id, id, document: DOCUMENT });
    await replace();
    await expect(replace()).rejects.toMatchObject(refused(new RegExp(`at most ${2 * bytes} bytes .*${3 * bytes}$`)));
    await expect(store(org_id)).rejects.toMatchObject(refused(/bytes/));
    expect(await limit(org_id, {})).toMatchObject({ templates: 1, bytes: 2 * bytes });
    expect((await videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id, id })).version).toBe(2);
    await videos.rpc.call(VIDEOS_RPC.removeTemplate, { org_id, id });
    expect(await limit(org_id, {})).toMatchObject({ templates: 0, bytes: 0 });
  });
});

describe('a still of a template', () => {
  const frame = (rest: object = {}) =>
    videos.rpc.call(VIDEOS_RPC.templateFrame, { org_id: org, id: template.id, ...rest });

  it.each<[string, { version?: number; t?: number }]>([
    ['at a time', { t: 2.5 }],
    ['at its end', { t: 10 }],
    ['at its poster’s time', {}],
    ['of a version', { version: 1, t: 0 }],
  ])('%s is drawn by a renderer', async (_name, { version, t }) => {
    const { key } = await frame({ version, t });
    expect(key).toBe(`stills/${videos.engine.stills.length}.png`);
    expect(videos.engine.stills.at(-1)).toEqual({
      schema: 1,
      org_id: org,
      document: DOCUMENT,
      ...(t !== undefined && { t }),
    });
  });

  it('beyond its end is refused', async () => {
    await expect(frame({ t: 10.01 })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 't', code: 'VALUE_TOO_LARGE', message: expect.stringContaining('10'), value: 10.01 }],
    });
  });

  it('of an unknown version, or another organization’s, is not found', async () => {
    await expect(frame({ version: 2 })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    await expect(frame({ org_id: randomUUID() })).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('that cannot be drawn says why, in the renderer’s words', async () => {
    const details = [
      { field: 'pages[0].layers[0].source_url', code: 'INVALID_VALUE', message: 'answered 404', value: null } as const,
    ];
    videos.engine.refusal = new AppError('VALIDATION_ERROR', { details });
    await expect(frame()).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details });
  });
});

describe('a template', () => {
  it('is stored as it was sent and shown with what it comes to', async () => {
    expect(template).toMatchObject({ name: 'Greeting', version: 1, width: 640, height: 360, duration: 10 });
    const found = await videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id: org, id: template.id });
    expect(found).toEqual(template);
    expect(JSON.stringify(found.document)).toBe(JSON.stringify(DOCUMENT));
  });

  it('of another organization, or a version that is not there, is not found', async () => {
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    const get = (rest: object) => videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id: org, id: template.id, ...rest });
    await expect(get({ org_id: randomUUID() })).rejects.toMatchObject(notFound);
    await expect(get({ version: 2 })).rejects.toMatchObject(notFound);
    expect(await get({ version: 1 })).toEqual(template);
  });

  it('with faults is refused with all of them', async () => {
    const document = {
      ...DOCUMENT,
      width: 15,
      pages: [{ number: 1, duration: 1, page_audio_url: 'http://10.1.2.3/a.mp3' }],
    };
    await expect(videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field: 'width' }, { field: 'pages[0].page_audio_url', message: 'must be a public address' }],
    });
  });

  it('is listed newest first, without its document, to its organization alone', async () => {
    const owner = randomUUID();
    const made: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const { id } = await videos.rpc.call(VIDEOS_RPC.createTemplate, {
        org_id: owner,
        document: { ...DOCUMENT, name },
      });
      made.unshift(id);
    }
    const list = (rest: object) => videos.rpc.call(VIDEOS_RPC.listTemplates, { org_id: owner, ...rest });
    const page = await list({ limit: 2, offset: 1 });
    expect(page.data.map(({ id, document }) => [id, document])).toEqual(made.slice(1).map((id) => [id, undefined]));
    expect(page.pagination).toEqual({ limit: 2, offset: 1, total: 3, has_more: false });
    expect((await list({ id: made[0] })).data).toMatchObject([{ id: made[0], name: 'three' }]);
    expect((await list({ id: template.id })).data).toEqual([]);
  });
});
