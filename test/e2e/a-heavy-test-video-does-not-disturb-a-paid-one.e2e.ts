import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Video } from '#libs/client';
import { eventually, startSystem, temporaryFolder, type TestSystem } from '#libs/testing';
import {
  createTemplate,
  createVideo,
  movingDocument,
  readVideo,
  serveFiles,
  untilDrawing,
  untilEnded,
} from './steps.js';

const PHOTOS = 40;
const CLIPS = 12;
const CLIP_BYTES = 5_000_000;
/**
 * Bytes of the work folder. Two slots and stills share 95 % of it, and a video's files may take half of its slot's
 * share: 47.5 MB.
 */
const WORK_DIR_BYTES = 300_000_000;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a test video in one slot, while a paid one is drawn in the other', () => {
  let system: TestSystem;
  let media: Awaited<ReturnType<typeof serveFiles>>;

  beforeAll(async () => {
    const variables = {
      RENDER_SLOTS: '2',
      WORK_DIR_BYTES: String(WORK_DIR_BYTES),
      SLOT_MAX_MEMORY_BYTES: '1000000000',
    };
    [system, media] = await Promise.all([startSystem(variables), serveMedia()]);
  });

  afterAll(async () => {
    await media.stop();
    await system.stop();
  }, 60_000);

  it('may have forty photographs of 24 megapixels', async () => {
    const photo = (index: number) => ({ name: 'photo', type: 'image', source_url: `${media.url}/photo/${index}.jpg` });
    const pages = numbers(PHOTOS).map((index) => ({
      number: index + 1,
      duration: 0.2,
      layers: [{ ...photo(index), width: '100%', height: '100%' }],
    }));
    const video = await drawBesidePaid({ name: 'Slideshow', width: 640, height: 360, pages }, 30);
    expect(video).toMatchObject({ status: 'COMPLETED' });
    expect(await failedAttempts()).toEqual([]);
  }, 450_000);

  it('is refused twelve clips that would fill the work folder, with the sum that was exceeded', async () => {
    const layers = numbers(CLIPS).map((index) => ({
      name: `clip ${index}`,
      type: 'video',
      source_url: `${media.url}/clip/${index}.mp4`,
    }));
    const pages = [{ number: 1, duration: 1, layers }];
    const video = await drawBesidePaid({ name: 'Clips', width: 640, height: 360, pages }, 15);
    const message = expect.stringMatching(/"clip \d+": the video and the other files .* more than 47\.5 MB together$/);
    expect(video).toMatchObject({ status: 'FAILED', error: { code: 'ASSET_TOO_LARGE', message } });
    expect(await failedAttempts()).toEqual(['ASSET_TOO_LARGE 1']);
  }, 450_000);

  /** @returns what became of the test video; the paid one is drawn beside it, in its first attempt */
  async function drawBesidePaid(document: object, paidS: number): Promise<Video> {
    const long = await createTemplate(system, movingDocument(paidS, { width: 1280, height: 720 }));
    const heavy = await createTemplate(system, document);
    const paid = await createVideo(system, { template_id: long, format: 'mp4' });
    await untilDrawing(system, paid.id);
    const { id } = await createVideo(system, { template_id: heavy, format: 'mp4', test: true });
    await eventually(async () => (await readVideo(system, id)).started_at !== null);
    expect((await readVideo(system, paid.id)).status).toBe('PROCESSING');
    const ended = await untilEnded(system, id, 200_000);
    expect((await untilEnded(system, paid.id, 200_000)).status).toBe('COMPLETED');
    return ended;
  }

  /** Reasons why attempts have failed so far, and the number of each. */
  async function failedAttempts(): Promise<string[]> {
    const attempts =
      /^framewright_render_attempts_total\{outcome="(?:failed|handed_back|dropped)",code="(.*)"\} (\d+)$/gm;
    return Array.from((await system.metrics('renderer')).matchAll(attempts), ([, code, times]) => `${code} ${times}`);
  }
});

/** Photographs that differ in their bytes, and footage of some megabytes. */
async function serveMedia(): ReturnType<typeof serveFiles> {
  const folder = temporaryFolder('heavy-media');
  const make = async (name: string, source: string, ...args: string[]): Promise<Buffer> => {
    const file = join(folder, name);
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...args, file]);
    return readFile(file);
  };
  const photo = await make('photo.jpg', 'gradients=s=6000x4000:seed=7', '-frames:v', '1', '-q:v', '8');
  const clip = await make('clip.mp4', 'testsrc2=s=160x90:d=1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
  const photos = numbers(PHOTOS).map((index) => {
    const body = Buffer.concat([photo, Buffer.alloc(4, String(index))]);
    return [`/photo/${index}.jpg`, { type: 'image/jpeg', body }] as const;
  });
  const clips = numbers(CLIPS).map((index) => {
    const body = Buffer.concat([clip, Buffer.alloc(CLIP_BYTES, String(index))]);
    return [`/clip/${index}.mp4`, { type: 'video/mp4', body }] as const;
  });
  return serveFiles(Object.fromEntries<{ type: string; body: Buffer }>([...photos, ...clips]));
}
