import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unwrap } from '#libs/client';
import {
  eventually,
  newTestOrganization,
  type Receiver,
  startReceiver,
  temporaryFolder,
  type TestOrganization,
} from '#libs/testing';
import { balance, createTemplate, createVideo, serveFiles } from './steps.js';

const run = promisify(execFile);
const SIZES = {
  default: [640, 360],
  portrait: [360, 640],
  square: [400, 400],
  tall: [400, 500],
  wide: [840, 360],
} as const;
type SizeName = keyof typeof SIZES;
const NAMES = Object.keys(SIZES) as SizeName[];

/** Two pages joined by a wipe, with a sound: a lamp whose words lie beside it, or below it in narrow frames. */
function lampDocument(sound: string): object {
  const { default: own, ...others } = SIZES;
  const sized = Object.entries(others).map(([name, [width, height]]) => [name, { width, height }] as const);
  const below = { x: '50%', y: '34%', width: 180, height: 180 };
  const words = { x: '10%', y: '62%', width: '80%', align: 'center' };
  const lamp = {
    name: 'lamp',
    type: 'shape',
    shape: 'ellipse',
    ...{ x: '28%', y: '50%', width: 200, height: 200, anchor_x: 0.5, anchor_y: 0.5 },
    fill_color: '#ffd166',
    enter: { type: 'zoom', duration: 0.5 },
    for_size: { portrait: { ...below, width: 240, height: 240 }, square: below, tall: below },
  };
  const title = {
    name: 'title',
    type: 'text',
    text: 'Light, where you are.',
    ...{ x: '52%', y: '36%', width: '42%', height: '30%', font_size: 40, weight: 800, text_color: '#ffffff' },
    for_size: { portrait: { ...words, font_size: 48 }, square: words, tall: words },
  };
  const price = { name: 'price', type: 'text', text: '89 €', font_size: 90, align: 'center', vertical_align: 'middle' };
  return {
    name: 'Lamp',
    ...{ width: own[0], height: own[1], sizes: Object.fromEntries(sized) },
    pages: [
      { number: 1, duration: 1.5, background_color: '#0c1030', page_audio_url: sound, layers: [lamp, title] },
      {
        ...{ number: 2, duration: 1, background_color: '#ffd166', transition: { type: 'wipe', duration: 0.5 } },
        for_size: { portrait: { background_color: 'linear-gradient(#ffd166, #ef476f)' } },
        layers: [price],
      },
    ],
  };
}

describe('five sizes of one template', () => {
  let system: TestOrganization;
  let receiver: Receiver;
  const folder = temporaryFolder('sizes');

  beforeAll(async () => {
    [system, receiver] = await Promise.all([newTestOrganization(), startReceiver()]);
  });

  afterAll(() => receiver.stop());

  it('are one order: held together, with the same cuts and sound, and announced once', async () => {
    const sound = join(folder, 'tone.wav');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1.4', sound]);
    const server = await serveFiles({ '/tone.wav': { type: 'audio/wav', body: await readFile(sound) } });
    const hook = { url: receiver.url, events: ['batch.finished' as const] };
    const { secret } = await unwrap(system.client.POST('/webhooks', { body: hook }));
    const template_id = await createTemplate(system, lampDocument(`${server.url}/tone.wav`));
    const before = await balance(system);

    const request = { template_id, format: 'mp4', sizes: NAMES };
    const checked = await unwrap(system.client.POST('/videos/validate', { body: { ...request, format: 'mp4' } }));
    expect(checked).toMatchObject({ valid: true, credits: 10, duration: 2 });
    const first = await createVideo(system, request);
    expect(first).toMatchObject({ size: 'default', batch_row: 1, credits: 2 });
    const path = { id: first.batch_id! };
    const batch = await eventually(
      async () => {
        const read = await unwrap(system.client.GET('/batches/{id}', { params: { path } }));
        return read.status === 'FINISHED' && read;
      },
      { timeoutMs: 200_000 },
    );
    expect(batch).toMatchObject({ videos: { total: 5, completed: 5 }, credits: { captured: 10, held: 0 } });
    const announced = () => receiver.verified(secret).filter(({ type }) => type === 'batch.finished');
    await eventually(() => expect(announced()).toMatchObject([{ data: { id: batch.id } }]));
    await eventually(async () => expect((await balance(system)).available).toBe(before.available - 10));

    const { body } = await system.call('GET', `/batches/${batch.id}/manifest`);
    const { data } = body as { data: { row: number; size: SizeName; video_url: string }[] };
    expect(data.map(({ row, size }) => [row, size])).toEqual(NAMES.toSorted().map((size) => [1, size]));
    const media = new Map(
      await Promise.all(data.map(async ({ size, video_url }) => [size, await mediaOf(size, video_url)] as const)),
    );
    for (const size of NAMES) {
      expect(media.get(size)!.picture).toMatchObject({
        width: SIZES[size][0],
        height: SIZES[size][1],
        nb_read_frames: '48',
      });
      expect(media.get(size)!.sound).toBe(media.get('default')!.sound);
    }
    await server.stop();
  }, 300_000);

  /** The picture stream of a file, and a digest of the samples of its sound. Leaves two frames as PNG in the folder. */
  async function mediaOf(size: string, url: string): Promise<{ picture: unknown; sound: string }> {
    const file = join(folder, `${size}.mp4`);
    await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
    const probe = await run('ffprobe', ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', file]);
    const { streams } = JSON.parse(probe.stdout) as { streams: { codec_type: string }[] };
    const { stdout: sound } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', '-f', 'md5', '-']);
    const select = ['-vf', String.raw`select=eq(n\,20)+eq(n\,30)`, '-fps_mode', 'vfr'];
    await run('ffmpeg', ['-v', 'error', '-i', file, ...select, join(folder, `${size}-%d.png`)]);
    return { picture: streams.find(({ codec_type }) => codec_type === 'video'), sound };
  }
});
