import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { clicks, launchChromium, serve, temporaryFolder, writeSound } from '#libs/testing';
import type { EncodeJob, ResolvedSound } from '../encode-plan.js';
import { encodeVideo } from '../encode-video.js';
import { decodeStrictly } from '../testing/decode-strictly.js';
import { checkPart, checkSound } from './check-parts.js';
import { checkStitched } from './check-stitched.js';
import { encodePart, encodeSound } from './encode-part.js';
import { type PartFile, UnfitPartError } from './join-parts.js';
import { stitch, type StitchJob } from './stitch.js';

const run = promisify(execFile);
const { signal } = new AbortController();
const folder = temporaryFolder('stitch');
const [WIDTH, HEIGHT, FPS, FRAMES] = [160, 96, 24, 150];
const STILL_RUNS = [{ fromFrame: 30, toFrame: 90 }];
/** Cuts within motion, at the end of a still run, and two frames before the end. */
const CUTS = [17, 90, 148];
let sounds: ResolvedSound[];

/** Every frame has a luma of its own, but for the still run, and a square that moves. */
function lumaOf(frame: number): number {
  const shown = frame >= 30 && frame < 90 ? 30 : frame;
  return 40 + ((shown * 23) % 170);
}

function draw(frame: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 1.5).fill(128).fill(lumaOf(frame), 0, WIDTH * HEIGHT);
  const shown = frame >= 30 && frame < 90 ? 30 : frame;
  for (let y = 40; y < 60; y++) pixels.fill(235, y * WIDTH + 20 + (shown % 60), y * WIDTH + 40 + (shown % 60));
  return Promise.resolve(pixels);
}

type Format = 'mp4' | 'webm';

function videoOf(format: Format, change: Partial<EncodeJob> = {}): EncodeJob {
  return {
    ...{ width: WIDTH, height: HEIGHT, fps: FPS, frameCount: FRAMES, format, encoder: 'software', sounds },
    ...{ stillRuns: STILL_RUNS, output: path.join(folder, `whole.${format}`), ...change },
  };
}

function rangesOf(cuts: readonly number[], frameCount: number): { fromFrame: number; toFrame: number }[] {
  const edges = [0, ...cuts, frameCount];
  return edges.slice(1).map((toFrame, index) => ({ fromFrame: edges[index]!, toFrame }));
}

interface Stitched extends StitchJob {
  parts: readonly PartFile[];
}

async function encodeParts(name: string, video: EncodeJob, cuts: readonly number[]): Promise<Stitched> {
  const sound = path.join(folder, `${name}-sound.${video.format}`);
  await encodeSound({ ...video, output: sound }, signal);
  expect(await checkSound(sound, video)).toHaveProperty('ok', true);
  const parts: PartFile[] = [];
  for (const range of rangesOf(cuts, video.frameCount)) {
    const file = path.join(folder, `${name}-${range.fromFrame}.mp4`);
    await encodePart({ video: { ...video, output: file }, range }, draw, { signal });
    const expected = { ...video, frameCount: range.toFrame - range.fromFrame };
    expect(await checkPart(file, expected)).toHaveProperty('ok', true);
    parts.push({ file, ...range });
  }
  return { ...video, parts, sound, output: path.join(folder, `${name}.${video.format}`) };
}

/** The pictures of a file, up to the first warning of a decoder. */
const decode = (file: string) => decodeStrictly(file, ['-xerror']);

async function soundOf(file: string): Promise<string> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:a', '-f', 'md5', '-']);
  return stdout;
}

async function shownLumas(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-vf', 'crop=2:2:4:4', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  return Array.from({ length: stdout.length / 6 }, (_, frame) => stdout[frame * 6]!);
}

/** `idr_pic_id` of all key pictures, and the place of each among the pictures. */
async function keyPictures(file: string): Promise<{ picture: number; id: number }[]> {
  const args = ['-v', 'trace', '-i', file, '-map', '0:v', '-c', 'copy', '-bsf:v', 'trace_headers', '-f', 'null', '-'];
  const { stderr } = await run('ffmpeg', args, { maxBuffer: 1 << 28 });
  const found: { picture: number; id: number }[] = [];
  let picture = -1;
  for (const line of stderr.split('\n')) {
    if (line.includes(' first_mb_in_slice ')) picture++;
    const id = / idr_pic_id .*= (\d+)$/.exec(line)?.[1];
    if (id !== undefined) found.push({ picture, id: Number(id) });
  }
  return found;
}

beforeAll(async () => {
  const file = path.join(folder, 'sound.wav');
  const click = clicks([0.7, 17 / FPS, 3.75, 148 / FPS]);
  await writeSound(file, { wave: (timeS) => click(timeS) + 0.2 * Math.sin(2_800 * timeS), durationS: FRAMES / FPS });
  sounds = [
    {
      ...{ sourceUrl: 'http://127.0.0.1/x', path: 'audio_url', role: 'bed', fromFrame: 0, toFrame: FRAMES, volume: 1 },
      ...{ trimStartS: 0, fadeInS: 0, fadeOutS: 0, loop: false, file, sourceDurationS: FRAMES / FPS },
      ...{ sourceChannels: 1, hasPicture: false },
    },
  ];
});

describe.each(['mp4', 'webm'] as const)('a stitched %s', (format) => {
  let whole: string;
  let job: Stitched;

  beforeAll(async () => {
    const video = videoOf(format);
    whole = video.output;
    await encodeVideo(video, draw, { signal });
    job = await encodeParts('parts', video, CUTS);
    await stitch(job, signal);
  }, 120_000);

  it('passes its check, and is decoded strictly to the very pictures of its parts, each at its time', async () => {
    expect(await checkStitched(job)).toHaveProperty('ok', true);
    const { hashes, times, warnings } = await decode(job.output);
    expect(warnings).toBe('');
    const parts = await Promise.all(job.parts.map(({ file }) => decode(file)));
    expect(hashes).toEqual(parts.flatMap((part) => part.hashes));
    expect(times).toEqual([...Array(FRAMES).keys()]);
  });

  it('shows every frame as it was drawn', async () => {
    const lumas = await shownLumas(job.output);
    expect(lumas).toHaveLength(FRAMES);
    lumas.forEach((luma, frame) => expect(Math.abs(luma - lumaOf(frame))).toBeLessThanOrEqual(4));
  });

  it('sounds exactly as the video that is encoded whole', async () => {
    expect(await soundOf(job.output)).toBe(await soundOf(whole));
  });

  it('has the streams of the video that is encoded whole', async () => {
    const streams = async (file: string) => {
      const entries = 'stream=codec_name,profile,width,height,pix_fmt,color_space,r_frame_rate,time_base,has_b_frames';
      // In a webm that is encoded whole, the sound is 7 ms early: the pictures wait for the delay of Opus.
      const times = format === 'mp4' ? ',start_time,duration:format=start_time,duration' : '';
      return (await run('ffprobe', ['-v', 'error', '-show_entries', `${entries}${times}`, file])).stdout;
    };
    expect(await streams(job.output)).toBe(await streams(whole));
  });

  it('can be cut at key frames and joined again without encoding', async () => {
    const list = path.join(folder, `list.${format}.txt`);
    // Just before the joints: ffmpeg cuts at the first key picture after a time.
    const times = CUTS.map((frame) => (frame - 0.5) / FPS).join(',');
    const cutting = ['-f', 'segment', '-segment_times', times, '-reset_timestamps', '1'];
    const copy = ['-map', '0:v', '-c', 'copy', ...cutting, path.join(folder, `piece-%d.${format}`)];
    await run('ffmpeg', ['-v', 'error', '-y', '-i', job.output, ...copy]);
    const pieces = job.parts.map((_, index) => `file '${path.join(folder, `piece-${index}.${format}`)}'`);
    await writeFile(list, pieces.join('\n'));
    const joined = path.join(folder, `joined.${format}`);
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', joined]);
    const [again, once] = [await decode(joined), await decode(job.output)];
    expect(again).toMatchObject({ hashes: once.hashes, warnings: '' });
  });
});

/**
 * Program for a page with a video: it seeks to the middle of frames, then plays all of it, and returns the shown
 * pictures as gray levels.
 */
const LOOK = `(async ({ fps, frames }) => {
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(await (await fetch('/video')).blob());
  const until = (name) => new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
  });
  // The browser may show the picture some time after 'seeked'.
  const untilShown = (frame) => new Promise((resolve) => {
    const look = (_now, { mediaTime }) =>
      Math.abs(mediaTime - frame / fps) < 0.5 / fps ? resolve() : video.requestVideoFrameCallback(look);
    video.requestVideoFrameCallback(look);
  });
  await until('loadeddata');
  const context = new OffscreenCanvas(4, 4).getContext('2d', { willReadFrequently: true });
  const gray = () => {
    context.drawImage(video, 0, 0, 4, 4, 0, 0, 4, 4);
    return context.getImageData(1, 1, 1, 1).data[1];
  };
  const sought = [];
  for (const frame of frames) {
    const shown = untilShown(frame);
    const seeked = until('seeked');
    video.currentTime = (frame + 0.5) / fps;
    await seeked;
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 2_000))]);
    sought.push(gray());
  }
  video.currentTime = 0;
  await until('seeked');
  const ended = until('ended');
  await video.play();
  await ended;
  return { sought, duration: video.duration, playedTo: video.currentTime };
})`;

describe('Chromium', () => {
  it.each([
    ['mp4', 'mp4', {}],
    ['webm', 'webm', {}],
    ['silent mp4', 'mp4', { sounds: [] }],
  ] as const)(
    'plays a stitched %s to its end, and finds every frame beside a joint',
    async (_name, format, change) => {
      const job = await encodeParts('shown', videoOf(format, change), CUTS);
      await stitch(job, signal);
      const bytes = await readFile(job.output);
      const site = await serve((request, response) => {
        response.setHeader('content-type', request.url === '/video' ? `video/${format}` : 'text/html');
        response.end(request.url === '/video' ? bytes : '<!doctype html>');
      });
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.goto(site.url);
        const frames = CUTS.toReversed().flatMap((cut) => [cut + 1, cut, cut - 1]);
        const shown = await page.evaluate<{ sought: number[]; duration: number; playedTo: number }>(
          `${LOOK}(${JSON.stringify({ fps: FPS, frames })})`,
        );
        const gray = (luma: number) => ((luma - 16) * 255) / 219;
        shown.sought.forEach((level, index) =>
          expect(Math.abs(level - gray(lumaOf(frames[index]!)))).toBeLessThanOrEqual(6),
        );
        expect(Math.abs(shown.duration - FRAMES / FPS)).toBeLessThan(1 / FPS);
        expect(shown.playedTo).toBe(shown.duration);
      } finally {
        await browser.close();
        await site.stop();
      }
    },
    300_000,
  );
});

describe('stitch', () => {
  it('numbers two key pictures in a row differently', async () => {
    const video = videoOf('mp4', { frameCount: 60, stillRuns: [], keyFrameIntervalS: 0.5 });
    const job = await encodeParts('keys', video, [25, 37]);
    await stitch(job, signal);
    const alone = await keyPictures(job.parts[0]!.file);
    const joined = await keyPictures(job.output);
    const inARow = joined.filter(({ picture }, index) => index > 0 && picture === joined[index - 1]!.picture + 1);
    // The last picture of a part has the number with which every part begins.
    expect(alone.at(-1)).toEqual({ picture: 24, id: 0 });
    expect(inARow).toHaveLength(2);
    for (const { picture, id } of inARow) expect(joined.find((key) => key.picture === picture - 1)!.id).not.toBe(id);
    expect((await decode(job.output)).warnings).toBe('');
  });

  it("says once which encoder made the pictures, as every encoder's stream does", async () => {
    const job = await encodeParts('names', videoOf('mp4', { frameCount: 40, stillRuns: [] }), [10, 20]);
    await stitch(job, signal);
    const bytes = (await readFile(job.output)).toString('latin1');
    expect(bytes.split('x264 - core').length - 1).toBe(1);
  });

  it('names the parts that were encoded with other parameters than most', async () => {
    const video = videoOf('mp4', { frameCount: 60, stillRuns: [] });
    const job = await encodeParts('unequal', video, [20, 40]);
    const other = { ...video, output: job.parts[0]!.file };
    delete other.stillRuns; // its stream stays as x264 made it
    await encodePart({ video: other, range: { fromFrame: 0, toFrame: 20 } }, draw, { signal });
    const stitching = stitch(job, signal);
    await expect(stitching).rejects.toThrow(UnfitPartError);
    await expect(stitching).rejects.toHaveProperty('parts', [0]);
    expect(await readdir(folder)).not.toContain('unequal.mp4');
    const parts = job.parts.map((part, index) => ({ ...part, drawnAtMs: index === 0 ? 2_000 : 1_000 }));
    // The newest was encoded by a newer release: the others can become like it, but it cannot become like them.
    await expect(stitch({ ...job, parts }, signal)).rejects.toHaveProperty('parts', [1, 2]);
  });

  it.each([
    ['has 9 frames, not 10', 0, 9],
    ['has no head', 100, undefined],
  ])('names a part that %s', async (reason, keptBytes, frames) => {
    const video = videoOf('mp4', { frameCount: 30, stillRuns: [] });
    const job = await encodeParts('short', video, [10, 20]);
    const { file } = job.parts[1]!;
    if (frames) {
      const range = { fromFrame: 10, toFrame: 10 + frames };
      await encodePart({ video: { ...video, output: file }, range }, draw, { signal });
    } else {
      await writeFile(file, (await readFile(file)).subarray(0, keptBytes));
    }
    const stitching = stitch(job, signal);
    await expect(stitching).rejects.toThrow(UnfitPartError);
    await expect(stitching).rejects.toThrow(reason);
    await expect(stitching).rejects.toHaveProperty('parts', [1]);
  });

  it('refuses parts that leave a gap', async () => {
    const job = await encodeParts('gap', videoOf('mp4', { frameCount: 30, stillRuns: [] }), [10, 20]);
    await expect(stitch({ ...job, parts: job.parts.toSpliced(1, 1) }, signal)).rejects.toThrow(RangeError);
    await expect(stitch({ ...job, parts: job.parts.slice(0, 2) }, signal)).rejects.toThrow(RangeError);
  });
});

describe('checkStitched', () => {
  it('finds a picture that is shown at another time, and one that is missing', async () => {
    const job = await encodeParts('checked', videoOf('mp4', { frameCount: 48, stillRuns: [] }), [24]);
    await stitch(job, signal);
    expect(await checkStitched({ ...job, fps: 25 })).toMatchObject({ ok: false });
    const later = path.join(folder, 'later.mp4');
    await run('ffmpeg', ['-v', 'error', '-itsscale:v', '1.01', '-i', job.output, '-map', '0', '-c', 'copy', later]);
    const check = await checkStitched({ ...job, output: later });
    expect(check).toMatchObject({ ok: false });
    expect(check).toHaveProperty('faults', expect.arrayContaining([expect.stringContaining('is shown at tick')]));
  });

  it('finds damage behind a joint', async () => {
    const job = await encodeParts('damaged', videoOf('mp4', { frameCount: 48, stillRuns: [] }), [24]);
    await stitch(job, signal);
    const bytes = await readFile(job.output);
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pos,size,flags', '-of', 'csv=p=0'],
      job.output,
    ]);
    const joint = stdout.split('\n').filter((line) => line.includes('K'))[1]!;
    const [size, position] = joint.split(',').map(Number);
    bytes.fill(0xff, position! + Math.floor(size! / 2), position! + size!);
    await writeFile(job.output, bytes);
    const check = await checkStitched(job);
    expect(check).toHaveProperty('faults', [expect.stringContaining('does not decode cleanly')]);
  });
});
