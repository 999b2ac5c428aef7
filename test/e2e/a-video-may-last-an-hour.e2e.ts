import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '#libs/testing';
import { balance, createTemplate, createVideo, serveFiles, untilEnded } from './steps.js';

const FPS = 24;
const PAGES = 12;
/**
 * Seconds of a page. The pages together last longer than the ten minutes that the first releases allowed; an hour would
 * take minutes to draw.
 */
const PAGE_S = 51;
const DURATION_S = PAGES * PAGE_S;
const ROUND_S = 301;
/** Bytes of memory of a slot, which holds 150 MB for a short video of this size. */
const SLOT_BYTES = 400_000_000;

/** Texts that move a little and then stand still, over music that repeats. */
function document(durationS: number, musicUrl: string): object {
  const page = (n: number) => ({
    number: n + 1,
    duration: durationS / PAGES,
    background_color: n % 2 ? '#0f3d3e' : '#3e0f3d',
    layers: [{ name: 'title', type: 'text', text: `Page ${n + 1}`, text_color: '#ffffff', enter: { type: 'fade' } }],
  });
  const audio = [{ source_url: musicUrl, loop: true }];
  return { name: 'An hour', width: 320, height: 180, audio, pages: Array.from({ length: PAGES }, (_, n) => page(n)) };
}

describe('a very long video', () => {
  let system: TestSystem;
  let files: Awaited<ReturnType<typeof serveFiles>>;

  beforeAll(async () => {
    const lavfi = ['-f', 'lavfi', '-i', `sine=r=48000:d=${ROUND_S}`];
    const { stdout: body } = await promisify(execFile)('ffmpeg', ['-v', 'error', ...lavfi, '-f', 'ogg', '-'], {
      encoding: 'buffer',
      maxBuffer: 100_000_000,
    });
    files = await serveFiles({ '/music.ogg': { type: 'audio/ogg', body } });
    system = await startSystem({ RENDER_SLOTS: '2', SLOT_MAX_MEMORY_BYTES: String(SLOT_BYTES) });
  });

  afterAll(async () => {
    await system.stop();
    await files.stop();
  }, 60_000);

  it('has all of its frames and its sound, in the memory of a short one, for a credit a second', async () => {
    const template_id = await createTemplate(system, document(DURATION_S, `${files.url}/music.ogg`));
    const before = await balance(system);
    const { id } = await createVideo(system, { template_id, format: 'mp4', fps: FPS });
    const video = await untilEnded(system, id, 240_000);
    expect(video).toMatchObject({ status: 'COMPLETED', error: null, duration: DURATION_S });
    expect(before.available - (await balance(system)).available).toBe(DURATION_S);
    const entries = 'stream=codec_type,nb_frames,duration';
    const args = ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', video.video_url];
    const { stdout } = await promisify(execFile)('ffprobe', args);
    const [picture, sound] = stdout.trim().split('\n');
    expect(picture).toBe(`video,${DURATION_S.toFixed(6)},${DURATION_S * FPS}`);
    expect(sound).toMatch(`audio,${DURATION_S.toFixed(6)},`);
  }, 300_000);

  it('is refused beyond an hour, and a gif beyond a minute', async () => {
    const tooLong = await system.call('POST', '/templates', document(3_601, `${files.url}/music.ogg`));
    expect(tooLong).toMatchObject({ status: 422, body: { error: { details: [{ field: 'pages' }] } } });
    const template_id = await createTemplate(system, document(61, `${files.url}/music.ogg`));
    const gif = await system.call('POST', '/videos', { template_id, format: 'gif' });
    expect(gif).toMatchObject({ status: 422, body: { error: { details: [{ field: 'format' }] } } });
  });
});
