import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { AppError, BATCHES_RPC, type CreatedVideo, TEMPLATES_RPC, VIDEOS_RPC } from '#libs/contracts';
import { withCallerSignal } from '#libs/runtime';
import { useVideos } from '../testing/running-videos.js';
import { UploadLengthRow } from '../documents/upload-length.entity.js';
import { VideoRow } from './video.entity.js';

const videos = useVideos({ PUBLIC_BASE_URL: 'https://files.example/v1' });
const org_id = randomUUID();
const voice = (name: string) => `https://a.example/${name}.mp3`;
/** Files that are measured are remembered: each spec has its own. */
const bodyOf = (name: string) => ({
  template_id: template,
  format: 'mp4',
  modifications: { variables: { voice: voice(name) } },
});
let template: string;

beforeAll(async () => {
  const pages = [{ number: 1, duration: 'auto', page_audio_url: '{{voice}}' }];
  const variables = { voice: { type: 'url' } };
  const document = { name: 'Spoken', width: 640, height: 360, variables, pages };
  template = (await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id, document })).id;
  videos.engine.lengths.set(voice('long'), 7.5);
  videos.engine.lengths.set(voice('left'), 7.5);
  videos.engine.lengths.set(voice('held'), 7.5);
});

afterEach(async () => {
  await videos.clear();
  Object.assign(videos.engine, { refusal: undefined, measuring: () => Promise.resolve() });
  videos.ledger.onHold = () => undefined;
  videos.ledger.holds.clear();
});

const validate = (name: string) => videos.rpc.call(VIDEOS_RPC.validateVideo, { org_id, body: bodyOf(name) });
const create = (name: string): Promise<CreatedVideo> =>
  videos.rpc.call(VIDEOS_RPC.createVideo, { org_id, body: bodyOf(name), body_sha256: 'a'.repeat(64) });
const made = (): Promise<number> => videos.em.fork().count(VideoRow, {});

it('a video lasts as long as the file that decides it, and is validated so', async () => {
  expect(await validate('long')).toMatchObject({ valid: true, warnings: [], duration: 7.5, page_durations: [7.5] });
  expect((await create('long')).video).toMatchObject({ duration: 7.5, credits: 8 });
});

it('a file that cannot be had is a fault of the value that names it', async () => {
  const { valid, errors } = await validate('absent');
  expect([valid, errors]).toMatchObject([false, [{ field: 'modifications.variables.voice', code: 'INVALID_VALUE' }]]);
});

it('a frame has measured times, and assumed ones if a file cannot be measured', async () => {
  const frameAt = async (name: string, t: number) => {
    const { template_id, modifications } = bodyOf(name);
    await videos.rpc.call(TEMPLATES_RPC.frame, { org_id, body: { template_id, modifications, t } });
    return videos.engine.stills.at(-1)?.document.pages[0]?.duration;
  };
  expect(await frameAt('long', 7)).toBe(7.5);
  await expect(frameAt('long', 8)).rejects.toMatchObject({ details: [{ field: 't', code: 'VALUE_TOO_LARGE' }] });
  expect(await frameAt('absent', 7)).toBe(5);
});

it('an upload is measured once, also for another replica; a deleted one only after its length is forgotten', async () => {
  const upload = `https://files.example/assets/media/${org_id}/${'a'.repeat(22)}.mp3`;
  videos.engine.lengths.set(upload, 6);
  const body = { ...bodyOf(''), modifications: { variables: { voice: upload } } };
  const again = { ...body, modifications: { variables: { voice: upload }, locale: 'de' } };
  const durationOf = async (of: Record<string, unknown>) =>
    (await videos.rpc.call(VIDEOS_RPC.validateVideo, { org_id, body: of })).duration;
  expect(await durationOf(body)).toBe(6);
  videos.engine.lengths.delete(upload);
  expect(await durationOf(again)).toBe(6);
  expect(await videos.em.fork().find(UploadLengthRow, {})).toMatchObject([{ kind: 'audio', seconds: 6 }]);
});

it('without a renderer, a validation assumes lengths and reports that, and no video is accepted', async () => {
  videos.engine.refusal = new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: 5 });
  const inspected = videos.engine.inspected.length;
  const warning = { field: 'body', code: 'CHECK_SKIPPED', message: expect.stringContaining('files of 5 s') as unknown };
  expect(await validate('unknown')).toMatchObject({ valid: true, errors: [], warnings: [warning], duration: 5 });
  expect(videos.engine.inspected).toHaveLength(inspected);
  await expect(create('unknown')).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  expect(await made()).toBe(0);
});

it('without a renderer, a batch is validated with assumed lengths, and rows at an address are not', async () => {
  videos.engine.refusal = new AppError('INTERNAL_SERVER_ERROR', { retryAfterS: 5 });
  const rows = JSON.stringify(['unknown', 'unseen'].map((name) => ({ voice: voice(name) })));
  const order = { org_id, body: { template_id: template, format: 'mp4' }, row_format: 'json' } as const;
  const batch = { ...order, rows };
  const warning = { field: 'body', code: 'CHECK_SKIPPED', message: expect.stringContaining('files of 5 s') as unknown };
  const checked = await videos.rpc.call(BATCHES_RPC.validate, batch);
  expect(checked).toMatchObject({ valid: true, errors: [], warnings: [warning], videos: 2, credits: 10 });
  const refused = videos.rpc.call(BATCHES_RPC.create, { ...batch, body_sha256: 'b'.repeat(64) });
  await expect(refused).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', retryAfterS: 5 });
  const remote = { ...order, body: { ...order.body, csv_url: 'https://a.example/rows.csv' } };
  await expect(videos.rpc.call(BATCHES_RPC.validate, remote)).rejects.toMatchObject({
    message: 'No renderer replied in time, so csv_url was not fetched',
    retryAfterS: 5,
  });
  expect(await made()).toBe(0);
});

it('a caller who leaves while files are measured gets no video', async () => {
  const left = new AbortController();
  videos.engine.measuring = () => {
    left.abort();
    return pause(100);
  };
  await expect(withCallerSignal(left.signal, () => create('left'))).rejects.toMatchObject({ status: 500 });
  expect(await made()).toBe(0);
  expect(videos.ledger.holds.size).toBe(0);
});

it('a caller who leaves once credits are held gets the video', async () => {
  const left = new AbortController();
  videos.ledger.onHold = () => left.abort();
  const created = await withCallerSignal(left.signal, () => create('held'));
  expect(left.signal.aborted).toBe(true);
  expect(created.video).toMatchObject({ status: 'PROCESSING', duration: 7.5 });
});
