import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type GifFacts, readGif, temporaryFolder } from '#libs/testing';
import { checkOutput } from './check-output.js';
import type { EncodeJob, ResolvedSound } from './encode-plan.js';
import { encodeVideo } from './encode-video.js';
import { FfmpegError } from './child-process.js';
import { probe } from './probe.js';
import { DEFAULT_TOOLS } from './tools.js';

const run = promisify(execFile);
const never = new AbortController().signal;
const folder = temporaryFolder('encode');

/** #0f3d3e, #f28c28 and #ffffff in BT.709, limited range. */
const COLORS = {
  teal: { yuv: [60, 133, 108], rgb: [0x0f, 0x3d, 0x3e] },
  orange: { yuv: [149, 74, 177], rgb: [0xf2, 0x8c, 0x28] },
  white: { yuv: [235, 128, 128], rgb: [0xff, 0xff, 0xff] },
};

function flat([y, u, v]: readonly number[], width: number, height: number): Uint8Array {
  const luma = width * height;
  const frame = new Uint8Array(luma * 1.5).fill(y!, 0, luma);
  return frame.fill(u!, luma, luma * 1.25).fill(v!, luma * 1.25);
}

function job(name: string, change: Partial<EncodeJob> = {}): EncodeJob {
  const output = path.join(folder, name);
  return {
    width: 320,
    height: 180,
    fps: 24,
    frameCount: 49,
    format: 'mp4',
    encoder: 'software',
    sounds: [],
    output,
    ...change,
  };
}

/** The color of the middle of the first frame, as a player that honors the tags shows it. */
async function shownColor(file: string): Promise<number[]> {
  const filter = 'crop=2:2,scale=out_range=pc:flags=accurate_rnd+full_chroma_int';
  const args = ['-v', 'error', '-i', file, '-vf', filter, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  return [...stdout.subarray(0, 3)];
}

/** The first pixel's luma in every frame. */
async function shownLumas(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-vf', 'crop=2:2', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
  return Array.from({ length: stdout.length / 6 }, (_, frame) => stdout[frame * 6]!);
}

/** The processes of ffmpeg that encode frames of a size. */
async function ffmpegsOn(size: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(size));
}

describe('encodeVideo', () => {
  it('keeps the pictures of a video that is encoded long before its sound is stretched', async () => {
    const file = path.join(temporaryFolder('late-sound'), 'long.wav');
    // What is played lies at the end of ten minutes, which are decoded first.
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=r=8000:d=600', file]);
    const sound: ResolvedSound = {
      ...{ sourceUrl: 'http://127.0.0.1/x', path: 'audio_url', role: 'other', fromFrame: 0, toFrame: 12, volume: 1 },
      ...{ trimStartS: 595, fadeInS: 0, fadeOutS: 0, loop: false, speed: 2, file, sourceDurationS: 600 },
      ...{ sourceChannels: 1, hasPicture: false },
    };
    const output = `${path.dirname(file)}/late.mp4`;
    const work = job('', { width: 64, height: 64, frameCount: 12, sounds: [sound], output });
    await encodeVideo(work, () => Promise.resolve(flat([128, 128, 128], 64, 64)), {
      signal: never,
      onFrame: () => undefined,
    });
    expect(await shownLumas(work.output)).toHaveLength(12);
  }, 60_000);

  it.each([
    ['mp4', 24, 49],
    ['mp4', 30, 31],
    ['webm', 24, 49],
    ['gif', 12, 25],
  ] as const)('%s at %i fps with %i frames passes its own check', async (format, fps, frameCount) => {
    const work = job(`plain-${fps}.${format}`, { format, fps, frameCount });
    const done: number[] = [];
    const frames = (frame: number) => Promise.resolve(flat([40 + ((frame * 3) % 180), 128, 128], 320, 180));
    const { fileSize } = await encodeVideo(work, frames, { signal: never, onFrame: (count) => done.push(count) });
    const check = await checkOutput(work.output, work);
    expect(check).toHaveProperty('ok', true);
    expect(fileSize).toBe((await stat(work.output)).size);
    expect(done).toEqual(Array.from({ length: frameCount }, (_, index) => index + 1));
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/sound|palette/));
  });

  it('writes mp4 that plays everywhere: High, yuv420p, BT.709, sound and picture of one length', async () => {
    const work = job('everywhere.mp4', { frameCount: 25 });
    await encodeVideo(work, () => Promise.resolve(flat(COLORS.teal.yuv, 320, 180)), { signal: never });
    const info = await probe(work.output);
    expect(info.video).toMatchObject({
      codec: 'h264',
      profile: 'High',
      pixelFormat: 'yuv420p',
      frameCount: 25,
      fps: 24,
    });
    expect(info.video).toMatchObject({ colorSpace: 'bt709', colorRange: 'tv' });
    expect(info.audio).toMatchObject({ codec: 'aac', sampleRateHz: 48_000, channels: 2 });
    expect(info.audio!.durationS).toBeCloseTo(25 / 24, 4);
    expect(info.video!.durationS).toBeCloseTo(25 / 24, 4);
  });

  it('shows an edge between two colors of an mp4 where it was drawn', async () => {
    const work = job('edge.mp4', { frameCount: 3 });
    const frame = flat([126, 90, 128], 320, 180);
    for (let row = 0; row < 90; row++) frame.fill(166, 320 * 180 + row * 160 + 80, 320 * 180 + (row + 1) * 160);
    await encodeVideo(work, () => Promise.resolve(frame), { signal: never });
    // zscale heeds where the file says that its chroma lies.
    const shown = ['-vf', 'zscale=filter=bilinear,format=yuv444p', '-frames:v', '1', '-f', 'rawvideo', '-'];
    const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', work.output, ...shown], { encoding: 'buffer' });
    const middle = 320 * 180 + 90 * 320 + 160;
    for (const away of [0, 1, 2]) {
      const mean = (stdout[middle - 1 - away]! + stdout[middle + away]!) / 2;
      expect(Math.abs(mean - 128)).toBeLessThanOrEqual(3);
    }
  });

  for (const format of ['mp4', 'webm', 'gif'] as const) {
    it.each(Object.entries(COLORS))(`shows %s in ${format} within 2 of what was drawn`, async (name, { yuv, rgb }) => {
      const work = job(`${name}.${format}`, { format, fps: format === 'gif' ? 12 : 24, frameCount: 3 });
      await encodeVideo(work, () => Promise.resolve(flat(yuv, 320, 180)), { signal: never });
      const shown = await shownColor(work.output);
      shown.forEach((value, channel) => expect(Math.abs(value - rgb[channel]!)).toBeLessThanOrEqual(2));
    });
  }

  it.each<[NonNullable<EncodeJob['gif']>, Omit<GifFacts, 'frames' | 'durationS'>]>([
    [{}, { width: 320, height: 180, loopCount: 0 }],
    [
      { size: { width: 121, height: 68 }, plays: 5 },
      { width: 121, height: 68, loopCount: 4 },
    ],
    [{ plays: 1 }, { width: 320, height: 180 }],
    [{ plays: 65_535 }, { width: 320, height: 180, loopCount: 65_534 }],
  ])('writes a gif as %j says', async (gif, expected) => {
    const work = job('plays.gif', { format: 'gif', fps: 12, frameCount: 6, gif });
    const frames = (frame: number) => Promise.resolve(flat([40 + frame * 30, 128, 128], 320, 180));
    await encodeVideo(work, frames, { signal: never });
    expect(readGif(await readFile(work.output))).toEqual({ ...expected, frames: 6, durationS: expect.closeTo(0.5, 1) });
    expect(await checkOutput(work.output, { ...work, ...gif.size })).toHaveProperty('ok', true);
  });

  it('never asks for a frame before the pipe has taken the one drawn four calls earlier', async () => {
    const ring = Array.from({ length: 4 }, () => new Uint8Array(320 * 180 * 1.5));
    const work = job('ring.mp4', { frameCount: 60 });
    const luma = (frame: number) => 40 + ((frame * 37) % 180);
    await encodeVideo(work, (frame) => Promise.resolve(ring[frame % 4]!.fill(luma(frame))), { signal: never });
    const lumas = await shownLumas(work.output);
    expect(lumas).toHaveLength(60);
    lumas.forEach((value, frame) => expect(Math.abs(value - luma(frame))).toBeLessThanOrEqual(3));
  });

  describe('of a job with a run', () => {
    const stillRuns = [{ fromFrame: 10, toFrame: 90 }];
    const luma = (frame: number) => 40 + (frame < 10 ? frame : frame < 90 ? 20 : frame - 60) * 3;
    const drawn =
      (seen: number[], width = 320) =>
      (frame: number) => {
        seen.push(frame);
        return Promise.resolve(flat([luma(frame), 128, 128], width, 180));
      };

    it('draws its beginning only, and writes all of it', async () => {
      const [seen, done]: [number[], number[]] = [[], []];
      const work = job('held.mp4', { frameCount: 100, stillRuns });
      await encodeVideo(work, drawn(seen), { signal: never, onFrame: (count) => done.push(count) });
      const expected = [...Array(22).keys(), ...Array.from({ length: 10 }, (_, index) => 90 + index)];
      expect(seen).toEqual(expected);
      expect(done).toEqual(expected.map((frame) => frame + 1));
      expect(await checkOutput(work.output, work)).toHaveProperty('ok', true);
      const lumas = await shownLumas(work.output);
      expect(lumas).toHaveLength(100);
      lumas.forEach((value, frame) => expect(Math.abs(value - luma(frame))).toBeLessThanOrEqual(3));
    });

    it('plays as a file without a still run does: the same streams, at the same times, but for key frames', async () => {
      const [plain, held] = [job('plain.mp4', { frameCount: 100 }), job('held.mp4', { frameCount: 100, stillRuns })];
      const shown = async (work: EncodeJob) => {
        await encodeVideo(work, drawn([]), { signal: never });
        const args = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time,stream_index', '-of', 'csv'];
        const { stdout } = await run('ffprobe', [...args, work.output]);
        const { video, ...info } = await probe(work.output);
        return { ...info, video: { ...video, keyFramesS: null }, times: stdout.split('\n').sort() };
      };
      expect(await shown(held)).toEqual(await shown(plain));
    });

    it('is encoded whole where another encoder is at work', async () => {
      const seen: number[] = [];
      await encodeVideo(job('held.webm', { frameCount: 100, stillRuns, format: 'webm' }), drawn(seen), {
        signal: never,
      });
      expect(seen).toHaveLength(100);
    });

    it('says why when the file cannot be written', async () => {
      const output = path.join(folder, 'missing', 'held.mp4');
      const encoding = encodeVideo(job('', { frameCount: 2_000, stillRuns, output }), drawn([]), { signal: never });
      await expect(encoding).rejects.toThrow('ENOENT: no such file or directory');
    });

    it('leaves no process and no file when a frame cannot be drawn, or after an abort', async () => {
      const work = job('held-undone.mp4', { width: 322, frameCount: 100, stillRuns });
      const undrawable = (frame: number) =>
        frame < 95 ? drawn([], 322)(frame) : Promise.reject(new Error('no such glyph'));
      await expect(encodeVideo(work, undrawable, { signal: never })).rejects.toThrow('no such glyph');
      const controller = new AbortController();
      const aborting = (frame: number) => {
        if (frame === 95) controller.abort(new Error('canceled by its owner'));
        return drawn([], 322)(frame);
      };
      await expect(encodeVideo(work, aborting, { signal: controller.signal })).rejects.toThrow('canceled by its owner');
      expect(await ffmpegsOn('322x180')).toEqual([]);
      expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('held-undone'));
    });
  });

  it('says why when the encoder dies early, and keeps no file', async () => {
    const output = path.join(folder, 'missing', 'dies.webm');
    const work = job('', { format: 'webm', frameCount: 2_000, output });
    const encoding = encodeVideo(work, () => Promise.resolve(flat(COLORS.white.yuv, 320, 180)), { signal: never });
    await expect(encoding).rejects.toThrow(FfmpegError);
    await expect(encoding).rejects.toHaveProperty('stderr', expect.stringContaining('No such file'));
  });

  it.each([
    ['sound', 'exec 3>&-'],
    ['pictures', 'exec >&-'],
  ])('says why when the stream of the %s ends before the encoder has failed', async (_name, close) => {
    const ffmpeg = path.join(folder, 'ending');
    await writeFile(ffmpeg, `#!/bin/sh\n${close}\nsleep 0.3\necho disk full >&2\nexit 1\n`, { mode: 0o755 });
    const work = job('ends.mp4', { frameCount: 2_000, stillRuns: [{ fromFrame: 5, toFrame: 1_900 }] });
    const white = () => Promise.resolve(flat(COLORS.white.yuv, 320, 180));
    const encoding = encodeVideo(work, white, { signal: never }, { ...DEFAULT_TOOLS, ffmpeg });
    await expect(encoding).rejects.toThrow(FfmpegError);
    await expect(encoding).rejects.toHaveProperty('stderr', 'disk full');
  });

  it('says which program could not be started', async () => {
    const tools = { ...DEFAULT_TOOLS, ffmpeg: '/nowhere/ffmpeg' };
    const encoding = encodeVideo(
      job('none.mp4'),
      () => Promise.resolve(flat(COLORS.teal.yuv, 320, 180)),
      { signal: never },
      tools,
    );
    await expect(encoding).rejects.toThrow('/nowhere/ffmpeg could not be started');
  });

  it('refuses a frame of another size instead of shearing the picture', async () => {
    const encoding = encodeVideo(job('sheared.mp4'), () => Promise.resolve(new Uint8Array(10)), { signal: never });
    await expect(encoding).rejects.toThrow('frame 0 has 10 bytes, not 86400');
  });

  it('passes on the error of a frame that cannot be drawn, with no process left', async () => {
    const work = job('undrawable.mp4', { width: 324 });
    const frames = (frame: number) =>
      frame < 5 ? Promise.resolve(flat(COLORS.white.yuv, 324, 180)) : Promise.reject(new Error('no such glyph'));
    await expect(encodeVideo(work, frames, { signal: never })).rejects.toThrow('no such glyph');
    expect(await ffmpegsOn('324x180')).toEqual([]);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('undrawable'));
  });

  it('leaves no process and no file after an abort', async () => {
    const work = job('aborted.mp4', { width: 326, frameCount: 10_000 });
    const controller = new AbortController();
    let running: string[] = [];
    const frames = async (frame: number) => {
      if (frame === 20) running = await ffmpegsOn('326x180');
      if (frame === 21) controller.abort(new Error('canceled by its owner'));
      return flat(COLORS.orange.yuv, 326, 180);
    };
    await expect(encodeVideo(work, frames, { signal: controller.signal })).rejects.toThrow('canceled by its owner');
    expect(running).toHaveLength(1);
    expect(await ffmpegsOn('326x180')).toEqual([]);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('aborted'));
  });

  it('needs no more memory for a long video than for a short one', async () => {
    const frame = flat(COLORS.orange.yuv, 1280, 720);
    const peak = async (frameCount: number) => {
      let most = 0;
      const onFrame = () => (most = Math.max(most, process.memoryUsage().rss));
      const work = job('long.mp4', { width: 1280, height: 720, frameCount });
      await encodeVideo(work, () => Promise.resolve(frame), { signal: never, onFrame });
      return most;
    };
    const short = await peak(48);
    expect((await peak(480)) - short).toBeLessThan(60_000_000); // 480 frames are 660 MB
  });
});
