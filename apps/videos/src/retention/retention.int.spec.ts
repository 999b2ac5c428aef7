import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type AppError, TEMPLATE_QUOTA_RPC, TEMPLATES_RPC, type Video, VIDEOS_RPC } from '#libs/contracts';
import { contentTypeOf } from '#libs/storage';
import { eventually } from '#libs/testing';
import { RenderCostRow } from '../videos/render-cost.entity.js';
import { StepRow } from '../videos/step.entity.js';
import { TemplateVersionRow } from '../templates/template-version.entity.js';
import { useVideos } from '../testing/running-videos.js';
import { IdempotencyKeyRow } from '../videos/idempotency-key.entity.js';
import { SettlementProgressRow } from '../repair/settlement-progress.entity.js';
import type { Reservation } from '../videos/reservation-statements.js';
import { VideoRow } from '../videos/video.entity.js';

const DAY_MS = 24 * 60 * 60_000;

const videos = useVideos();

afterEach(() => videos.clear());

const org = randomUUID();
const NOT_FOUND = { code: 'RESOURCE_NOT_FOUND' } satisfies Partial<AppError>;
const crash = { code: 'RENDER_FAILED', message: 'ffmpeg ended with code 1', retryable: false } as const;

const shown = async (id: string): Promise<Video> =>
  (await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id })).video;
const fileOf = (id: string) => videos.rpc.call(VIDEOS_RPC.videoFile, { id });
const remove = (id: string, org_id = org) => videos.rpc.call(VIDEOS_RPC.removeVideo, { org_id, id });
const isStored = async (key: string) => (await videos.store.head(key)) !== null;
const rowOf = (id: string) => videos.em.fork().findOne(VideoRow, id);
const stepsOf = (id: string) => videos.em.fork().count(StepRow, { video: id });
const change = (id: string, data: Partial<Pick<VideoRow, 'finishedAt' | 'expiresAt' | 'sweptAt'>>) =>
  videos.em.fork().nativeUpdate(VideoRow, { id }, data);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const untilStatus = (id: string, status: Video['status']) =>
  eventually(async () => expect((await shown(id)).status).toBe(status));
/** Sets whether the ledger lists the open holds. While it does not, nothing counts as settled. */
async function listHolds(does: boolean): Promise<void> {
  videos.ledger.listsHolds = does;
  if (does) return;
  await eventually(async () => {
    await videos.em.fork().nativeDelete(SettlementProgressRow, { id: 1 });
    await untilSwept();
    expect(await videos.em.fork().count(SettlementProgressRow, {})).toBe(0);
  });
}
/** Waits until every sweep has had its turn: keys come last. */
async function untilSwept(): Promise<void> {
  const key = { orgId: org, key: randomUUID(), bodySha256: '', videoId: randomUUID(), createdAt: daysAgo(2) };
  await videos.em.fork().insert(IdempotencyKeyRow, key);
  await eventually(async () => expect(await videos.em.fork().count(IdempotencyKeyRow, { key: key.key })).toBe(0));
}

async function complete(change?: Partial<Reservation>): Promise<string> {
  const id = await videos.accept(org, 240, change);
  const claim = await videos.begin(id);
  const poster = claim.plan.output_key.replace(/mp4$/, 'x.jpg');
  await videos.store.put(poster, Buffer.from('still'), { contentType: 'image/jpeg' });
  await videos.upload(claim);
  const output = { key: claim.plan.output_key, file_size: 5, frames: 240, duration: 10, poster_key: poster };
  await videos.report(id, claim.epoch, { output });
  await untilStatus(id, 'COMPLETED');
  return id;
}

async function fail(change?: Partial<Reservation>): Promise<string> {
  const id = await videos.accept(org, 240, change);
  const claim = await videos.begin(id);
  await videos.report(id, claim.epoch, { failure: crash });
  await untilStatus(id, 'FAILED');
  await videos.upload(claim);
  return id;
}

async function cancel(change?: Partial<Reservation>): Promise<string> {
  const id = await videos.accept(org, 240, change);
  await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id });
  return id;
}

describe('the parts and assets of a video that was cut', () => {
  const cut = { cutPlaces: { edges: [120], moving: [], hasAssets: true } };
  const filesOf = (id: string) => [`work/${id}/0-1.mp4`, `work/${id}/3-1.json`, `work/${id}/assets/${'0'.repeat(64)}`];
  const upload = async (id: string) => {
    for (const key of filesOf(id)) await videos.store.put(key, Buffer.from('x'), { contentType: contentTypeOf(key) });
  };
  const storedOf = async (id: string) => (await Promise.all(filesOf(id).map(isStored))).filter(Boolean).length;
  const aMinuteAgo = () => new Date(Date.now() - 61_000);

  it.each([
    ['completed', complete],
    ['failed', fail],
    ['canceled', cancel],
  ])('go a minute after it was %s, and not before; those of a video that is drawn stay', async (_name, end) => {
    const [ended, young, drawn] = [await end(cut), await end(cut), await videos.accept(org, 240, cut)];
    for (const id of [ended, young, drawn]) await upload(id);
    await change(ended, { finishedAt: aMinuteAgo() });
    await eventually(async () => expect(await storedOf(ended)).toBe(0));
    await untilSwept();
    expect([await storedOf(young), await storedOf(drawn)]).toEqual([3, 3]);
    expect(await stepsOf(ended)).toBe(1); // the attempts are still shown
  });
});

describe('what templates cost to render', () => {
  it('is forgotten 90 days after the last render', async () => {
    const cost = {
      templateVersion: 1,
      format: 'mp4' as const,
      width: 320,
      height: 180,
      frameMs: 1,
      fixedMs: 1,
      renders: 1,
    };
    const [old, fresh] = [randomUUID(), randomUUID()];
    const em = videos.em.fork();
    await em.insert(RenderCostRow, { ...cost, templateId: old, learnedAt: daysAgo(91) });
    await em.insert(RenderCostRow, { ...cost, templateId: fresh, learnedAt: daysAgo(89) });
    await untilSwept();
    const left = await videos.em.fork().find(RenderCostRow, {});
    expect(left.map(({ templateId }) => templateId)).toEqual([fresh]);
  });
});

describe('the file of a video', () => {
  it('has an expiry date, which its caller sees with the end of the video', async () => {
    const id = await complete();
    const video = await shown(id);
    const kept = Date.parse(video.expires_at!) - Date.parse(video.finished_at!);
    expect(kept).toBe(30 * DAY_MS);
    expect(await fileOf(id)).toEqual({ expires_at: video.expires_at });
    await eventually(() => {
      const shown = videos.received.events
        .filter((event) => event.video.id === id)
        .map((event) => event.video.expires_at);
      expect(shown).toEqual([null, video.expires_at]);
    });
    const failed = await fail();
    expect((await shown(failed)).expires_at).toBeNull();
    await expect(fileOf(failed)).rejects.toMatchObject(NOT_FOUND);
  });

  it('goes at its end, with its still, while the video can still be read', async () => {
    const [old, young] = [await complete(), await complete()];
    expect([await isStored(`videos/${old}/public.mp4`), await isStored(`videos/${old}/public.jpg`)]).toEqual([
      true,
      true,
    ]);
    await change(old, { expiresAt: new Date(Date.now() - 1) });
    await expect(fileOf(old)).rejects.toMatchObject(NOT_FOUND);
    await eventually(async () => expect((await rowOf(old))!.filesRemovedAt).not.toBeNull());
    expect([await isStored(`videos/${old}/public.mp4`), await isStored(`videos/${old}/public.jpg`)]).toEqual([
      false,
      false,
    ]);
    expect(await shown(old)).toMatchObject({ status: 'COMPLETED', progress: 100 });
    expect(await isStored(`videos/${young}/public.mp4`)).toBe(true);
  });

  it('that the store will not remove keeps its row, is tried again, and holds up no other', async () => {
    const [stuck, other] = [await complete(), await complete()];
    const [key, inside] = [`videos/${stuck}/public.mp4`, `videos/${stuck}/public.mp4/inside.txt`];
    await videos.store.delete(key);
    await videos.store.put(inside, Buffer.from('x'), { contentType: 'text/plain; charset=utf-8' }); // no file, but a folder
    for (const id of [stuck, other]) await change(id, { expiresAt: new Date(Date.now() - 1), finishedAt: daysAgo(91) });
    await eventually(async () => expect(await rowOf(other)).toBeNull());
    expect((await rowOf(stuck))!.filesRemovedAt).toBeNull();
    await videos.store.delete(inside);
    await eventually(async () => expect(await rowOf(stuck)).toBeNull());
  });

  it('that was finished while files were kept forever gets the whole period from now', async () => {
    const id = await complete();
    const before = (await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id })).version;
    await change(id, { expiresAt: null, finishedAt: daysAgo(400) });
    await eventually(async () => {
      const { expires_at } = await shown(id);
      expect(Math.abs(Date.parse(expires_at!) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000);
    });
    expect((await videos.rpc.call(VIDEOS_RPC.getVideo, { org_id: org, id })).version).toBeGreaterThan(before);
    expect(await isStored(`videos/${id}/public.mp4`)).toBe(true);
  });
});

describe('what drawing leaves behind', () => {
  it('goes a day after the end of its video, and not before: uploads, a public copy, steps', async () => {
    const [fresh, old] = [await fail(), await fail()];
    const files = [`work/${old}/0-1.mp4`, `videos/${old}/public.mp4`];
    await videos.store.put(files[1]!, Buffer.from('x'), { contentType: 'video/mp4' });
    await change(old, { finishedAt: daysAgo(1.001) });
    await change(fresh, { finishedAt: daysAgo(0.999) });
    await eventually(async () => expect((await rowOf(old))!.sweptAt).not.toBeNull());
    for (const file of files) expect(await isStored(file)).toBe(false);
    expect(await stepsOf(old)).toBe(0);
    expect([await isStored(`work/${fresh}/0-1.mp4`), await stepsOf(fresh)]).toEqual([true, 1]);
  });

  it('is swept in batches of any number, without a pause between them', async () => {
    const columns = `org_id, status, template_id, template_version, format, fps, width, height, frame_count, duration_s,
      credits, document, updated_at, created_at`;
    const id = await fail();
    await videos.em.fork().execute(
      `INSERT INTO videos (id, public_key, finished_at, ${columns})
       SELECT gen_random_uuid(), 'videos/x' || n || '/public.mp4', now() - interval '2 days', ${columns}
         FROM videos, generate_series(1, 2500) AS n WHERE id = ?`,
      [id],
    );
    await eventually(async () => expect(await videos.em.fork().count(VideoRow, { sweptAt: null })).toBe(1), {
      timeoutMs: 60_000,
    });
  });
});

describe('a video that ended long ago', () => {
  it('goes once its files are gone, and not before', async () => {
    const [done, failed, young] = [await complete(), await fail(), await fail()];
    for (const id of [done, failed]) await change(id, { finishedAt: daysAgo(91) });
    await change(young, { finishedAt: daysAgo(89) });
    await eventually(async () => expect(await rowOf(failed)).toBeNull());
    await untilSwept();
    expect((await shown(done)).status).toBe('COMPLETED');
    await change(done, { expiresAt: new Date() });
    await eventually(async () => expect(await rowOf(done)).toBeNull());
    expect(await isStored(`videos/${done}/public.mp4`)).toBe(false);
    expect(await rowOf(young)).not.toBeNull();
    await expect(shown(done)).rejects.toMatchObject(NOT_FOUND);
  });

  it('stays until its credits are settled, so that what was finished is paid for', async () => {
    const id = await complete();
    await listHolds(false);
    videos.ledger.holds.set(id, { orgId: org, amount: 3, state: 'held' });
    await change(id, { finishedAt: daysAgo(91), expiresAt: daysAgo(61) });
    await eventually(async () => expect((await rowOf(id))!.filesRemovedAt).not.toBeNull());
    await eventually(async () => expect((await rowOf(id))!.sweptAt).not.toBeNull());
    await untilSwept();
    expect(await rowOf(id)).not.toBeNull();
    await listHolds(true);
    await eventually(async () => expect(await rowOf(id)).toBeNull());
    expect(videos.ledger.holds.get(id)?.state).toBe('captured');
  });
});

describe('a deleted video', () => {
  it('is gone for its owner at once, its file and still too, whatever its key says', async () => {
    const [id, other] = [await complete(), await complete()];
    await remove(id);
    await expect(shown(id)).rejects.toMatchObject(NOT_FOUND);
    await expect(remove(id)).rejects.toMatchObject(NOT_FOUND);
    await expect(videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id })).rejects.toMatchObject(NOT_FOUND);
    await expect(fileOf(id)).rejects.toMatchObject(NOT_FOUND);
    expect([await isStored(`videos/${id}/public.mp4`), await isStored(`videos/${id}/public.jpg`)]).toEqual([
      false,
      false,
    ]);
    const { data, pagination } = await videos.rpc.call(VIDEOS_RPC.listVideos, { org_id: org });
    expect([data.map((video) => video.id), pagination.total]).toEqual([[other], 1]);
  });

  it('is its owner’s alone, and no reservation', async () => {
    const [id, reserved] = [await complete(), await videos.reserve(org)];
    for (const attempt of [() => remove(id, randomUUID()), () => remove(reserved), () => remove(randomUUID())]) {
      await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    }
    expect((await shown(id)).status).toBe('COMPLETED');
  });

  it('that was being rendered is canceled: its renderer is stopped, its end has an event, and clients that watch it see it', async () => {
    const id = await videos.accept(org);
    const claim = await videos.begin(id);
    await remove(id);
    await eventually(() => expect(videos.received.cancellations).toContain(id));
    await eventually(() =>
      expect(videos.received.eventsOf(id)).toEqual(['video.started PROCESSING', 'video.failed CANCELED']),
    );
    await eventually(() => {
      const last = videos.received.updates.filter(({ video }) => video.id === id).at(-1);
      expect(last?.video).toMatchObject({ status: 'CANCELED', error: { code: 'CANCELED' } });
    });
    await videos.succeed(id, claim);
    await eventually(async () => expect(await isStored(`videos/${id}/public.mp4`)).toBe(false));
    await expect(shown(id)).rejects.toMatchObject(NOT_FOUND);
  });

  it('or a completed one whose file goes, when both happen at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await videos.accept(org);
      const claim = await videos.begin(id);
      await videos.upload(claim);
      const output = { key: claim.plan.output_key, file_size: 5, frames: 240, duration: 10 };
      await Promise.all([videos.report(id, claim.epoch, { output }), remove(id)]);
      await eventually(async () => {
        expect((await isStored(`work/${id}/0-1.mp4`)) && (await stepsOf(id)) > 1).toBe(false);
        expect(await isStored(`videos/${id}/public.mp4`)).toBe(false);
      });
      expect((await rowOf(id))!.status).toBe('DELETED');
    }
  });

  it('settles its credits by how it ended: spent if it was finished, else returned', async () => {
    const [done, canceled] = [await complete(), await videos.accept(org)];
    for (const id of [done, canceled]) videos.ledger.holds.set(id, { orgId: org, amount: 3, state: 'held' });
    await Promise.all([remove(done), remove(canceled)]);
    await eventually(() => {
      expect([videos.ledger.holds.get(done)?.state, videos.ledger.holds.get(canceled)?.state]).toEqual([
        'captured',
        'released',
      ]);
    });
  });

  it('leaves no row, once a day has passed', async () => {
    const [id, stays] = [await complete(), await complete()];
    await remove(id);
    await untilSwept();
    expect((await rowOf(id))!.status).toBe('DELETED');
    for (const each of [id, stays]) await change(each, { finishedAt: daysAgo(2) });
    await eventually(async () => expect(await rowOf(id)).toBeNull());
    expect(await rowOf(stays)).not.toBeNull();
  });
});

describe('what a video was drawn from', () => {
  it('goes a day after its end; a video in work keeps it', async () => {
    const documentOf = async (id: string) =>
      (await videos.em.fork().findOneOrFail(VideoRow, id, { populate: ['document'] })).document;
    const [old, fresh, waiting] = [await fail(), await fail(), await videos.accept(org)];
    await change(old, { finishedAt: daysAgo(1.001) });
    await eventually(async () => expect(await documentOf(old)).toBeNull());
    expect((await shown(old)).status).toBe('FAILED');
    for (const id of [fresh, waiting]) expect(await documentOf(id)).toMatchObject({ name: 'Clip' });
  });
});

describe('an old version of a template', () => {
  const DOCUMENT = { name: 'Old', width: 320, height: 180, pages: [{ number: 1, duration: 1 }] };
  const versions = async (id: string) =>
    (await videos.em.fork().find(TemplateVersionRow, { template: id }, { orderBy: { version: 'asc' } })).map(
      ({ version }) => version,
    );
  const age = (id: string, version: number, days: number) =>
    videos.em.fork().nativeUpdate(TemplateVersionRow, { template: id, version }, { supersededAt: daysAgo(days) });

  it('goes when its time since the next one is over, frees its bytes, and not with a label or while a video in work names it', async () => {
    const org_id = randomUUID();
    const { id } = await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id, document: DOCUMENT });
    const used = async () => (await videos.rpc.call(TEMPLATE_QUOTA_RPC.limit, { org_id })).bytes;
    const one = await used();
    for (let n = 0; n < 4; n += 1)
      await videos.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id, id, document: DOCUMENT });
    expect(await used()).toBe(5 * one);
    await videos.rpc.call(TEMPLATES_RPC.labelVersion, { org_id, id, version: 4, label: 'Spring' });
    const working = await videos.accept(org);
    await videos.em.fork().nativeUpdate(VideoRow, { id: working }, { templateId: id, templateVersion: 2 });
    for (const [version, days] of [
      [1, 8],
      [2, 8],
      [3, 6],
      [4, 8],
    ] as const)
      await age(id, version, days);
    await eventually(async () => expect(await versions(id)).toEqual([2, 3, 4, 5]));
    await untilSwept();
    expect([await versions(id), await used()]).toEqual([[2, 3, 4, 5], 4 * one]);
    await videos.rpc.call(VIDEOS_RPC.cancelVideo, { org_id: org, id: working });
    await eventually(async () => expect(await versions(id)).toEqual([3, 4, 5]));
    expect(await used()).toBe(3 * one);
    await videos.rpc.call(VIDEOS_RPC.removeTemplate, { org_id, id });
    expect(await videos.rpc.call(TEMPLATE_QUOTA_RPC.limit, { org_id })).toMatchObject({ templates: 0, bytes: 0 });
  });
});

it('the usage of a template is kept for 400 days', async () => {
  const org = randomUUID();
  await videos.em.fork().execute(
    `INSERT INTO usage_splits (org_id, kind, of_id, day, outcome, test, videos, seconds, credits)
     SELECT ?, 'template', gen_random_uuid(), now()::date - days, 'COMPLETED', false, 1, 1, 1
       FROM unnest(array[399, 402]) AS days`,
    [org],
  );
  const left = () => videos.em.fork().execute('SELECT 1 FROM usage_splits WHERE org_id = ?', [org]);
  await eventually(async () => expect(await left()).toHaveLength(1));
});
