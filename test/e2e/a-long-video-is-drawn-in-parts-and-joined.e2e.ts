import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startSystem, type TestSystem } from '#libs/testing';
import { countFrames } from './read-file.js';
import { counted } from './render-steps.js';
import { createTemplate, createVideo, movedAt, readVideo, serveFiles } from './steps.js';

const PAGES = 6;
const PAGE_S = 50;
const FPS = 24;
const FRAMES = PAGES * PAGE_S * FPS;
/** A PNG of one pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Five minutes of pages that move around their middle only, where the estimate of an unknown template looks at them: 17
 * CPU seconds by the estimate, a few in truth.
 */
function document(logoUrl: string): object {
  const page = (n: number) => ({
    number: n + 1,
    duration: PAGE_S,
    background_color: n % 2 ? '#0f3d3e' : '#3e0f3d',
    layers: [
      { name: 'title', type: 'text', text: `Page ${n + 1}`, text_color: '#ffffff', keyframes: movedAt(PAGE_S / 2) },
      { name: 'logo', type: 'image', source_url: logoUrl, x: 10, y: 10, width: 40, height: 40 },
    ],
  });
  return { name: 'Long', width: 640, height: 360, pages: Array.from({ length: PAGES }, (_, n) => page(n)) };
}

describe('a long video on two slots', () => {
  let system: TestSystem;
  let files: Awaited<ReturnType<typeof serveFiles>>;

  beforeAll(async () => {
    files = await serveFiles({ '/logo.png': { type: 'image/png', body: LOGO } });
    system = await startSystem({ RENDER_SLOTS: '2' });
  });

  afterAll(async () => {
    await system.stop();
    await files.stop();
  }, 60_000);

  it('has its assets fetched, is drawn in parts, and is joined to one file with every frame', async () => {
    const template = await createTemplate(system, document(`${files.url}/logo.png`));
    const { id } = await createVideo(system, { template_id: template, format: 'mp4', fps: FPS });
    const progress: number[] = [];
    const video = await eventually(
      async () => {
        const read = await readVideo(system, id);
        progress.push(read.progress);
        if (read.status === 'PROCESSING') throw new Error(`still PROCESSING at ${read.progress} %`);
        return read;
      },
      { timeoutMs: 240_000, everyMs: 200 },
    );
    expect(video).toMatchObject({ status: 'COMPLETED', progress: 100, eta_seconds: null });
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(await countFrames(video.video_url)).toBe(FRAMES);
    const accepted = await counted(system, 'framewright_segment_attempts_total{outcome="accept"}');
    expect(accepted).toBe(1 + 2 + 1 + 1); // assets, two parts, sound, stitching
  }, 300_000);
});
