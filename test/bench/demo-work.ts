import { readFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkOutput, encodeVideo, probe, type ResolvedSound } from '#libs/encode';
import { openFrameRenderer, type AssetFiles } from '#libs/frames';
import { validDocument } from '#libs/testing';
import { compile, type Timeline } from '#libs/timeline';

/** Wall time by stage, milliseconds. */
export type StageTimes = Record<'open' | 'draw' | 'encode' | 'check', number>;

const SAMPLE = new URL('../../apps/local/sample/', import.meta.url);
const FPS = 24;
/** Any address, because the assets lie beside the template. */
const ADDRESS = 'http://sample.example/';

export function demoTimeline(): Timeline {
  const text = readFileSync(new URL('promo.json', SAMPLE), 'utf8').replaceAll('sample:/', ADDRESS);
  return compile(validDocument(JSON.parse(text)), { fps: FPS });
}

/** Draws, encodes and checks the demo's video as a renderer does, with its assets on disk; the times go beside the file. */
export async function renderDemo(output: string): Promise<void> {
  const timeline = demoTimeline();
  const startedAt = performance.now();
  const renderer = await openFrameRenderer(timeline, ASSETS);
  const openMs = performance.now() - startedAt;
  const { width, height, fps, frameCount } = timeline;
  const video = { width, height, fps, frameCount, format: 'mp4' } as const;
  const job = { ...video, encoder: 'software', sounds: await sounds(timeline), output } as const;
  const signal = AbortSignal.timeout(600_000);
  const report = await encodeVideo(job, (frame) => renderer.render(frame), { signal });
  await renderer.close();
  const checkedAt = performance.now();
  const check = await checkOutput(output, video, undefined, signal);
  if (!check.ok) throw new Error(check.faults.join('; '));
  const stages: StageTimes = {
    open: openMs,
    draw: report.drawMs,
    encode: report.encodeMs,
    check: performance.now() - checkedAt,
  };
  await writeFile(`${output}.json`, JSON.stringify(stages));
}

/** Writes the finished frames, I420 one after the other. */
export async function writeFrames(output: string): Promise<void> {
  const timeline = demoTimeline();
  const renderer = await openFrameRenderer(timeline, ASSETS);
  const file = await open(output, 'w');
  for (let frame = 0; frame < timeline.frameCount; frame++) await file.write(await renderer.render(frame));
  await file.close();
  await renderer.close();
}

const ASSETS: AssetFiles = { image: fileOf, font: fileOf };

function fileOf(url: string): string {
  return fileURLToPath(new URL(url.slice(ADDRESS.length), SAMPLE));
}

async function sounds(timeline: Timeline): Promise<ResolvedSound[]> {
  return Promise.all(
    timeline.sounds.map(async (sound) => {
      const file = fileOf(sound.sourceUrl);
      const { audio, durationS } = await probe(file);
      return {
        ...sound,
        file,
        sourceDurationS: durationS ?? 0,
        sourceChannels: audio?.channels ?? 2,
        hasPicture: false,
      };
    }),
  );
}
