import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { measureLoudness, temporaryFolder, toneDb, writeSound } from '#libs/testing';
import { FfmpegError } from '../child-process.js';
import type { EncodeJob, ResolvedSound } from '../encode-plan.js';
import { encodeVideo } from '../encode-video.js';
import { probe } from '../probe.js';

const run = promisify(execFile);
const FPS = 24;
const SECOND = 48_000;
let folder: string;

/** Half a second of 440 Hz at −20 dBFS with one sample at 0.8 in its middle. */
const CLICK = 'if(eq(n,12000),0.8,0.1*sin(2*PI*440*t))';
const TONE = '0.5*sin(2*PI*440*t)';

async function source(
  name: string,
  expression: string,
  durationS: number,
  options: string[] = [],
): Promise<ResolvedSound> {
  const file = path.join(folder, name);
  const lavfi = ['-f', 'lavfi', '-i', `aevalsrc='${expression}':s=48000:d=${durationS}`];
  await run('ffmpeg', ['-v', 'error', '-y', ...lavfi, ...options, file]);
  return soundOf(file);
}

async function soundOf(file: string): Promise<ResolvedSound> {
  const info = await probe(file);
  return {
    sourceUrl: 'http://127.0.0.1/x',
    path: 'audio_url',
    role: 'bed',
    fromFrame: 0,
    toFrame: FPS * 4,
    trimStartS: 0,
    volume: 1,
    fadeInS: 0,
    fadeOutS: 0,
    loop: false,
    file,
    sourceDurationS: info.durationS!,
    sourceChannels: info.audio!.channels,
    hasPicture: false,
  };
}

/** Mixes `sounds` into a video of `durationS` and decodes the left channel of the result. */
async function mixed(
  sounds: ResolvedSound[],
  durationS: number,
  format: 'mp4' | 'webm' = 'mp4',
): Promise<Float32Array> {
  const output = await mixedFile({ sounds, durationS, format });
  const args = ['-v', 'error', '-i', output, '-map', '0:a', '-af', 'pan=mono|c0=c0', '-f', 'f32le', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 100_000_000 });
  return new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4));
}

/** Mixes sounds into a video of `durationS`. */
async function mixedFile({
  durationS,
  format = 'mp4',
  ...job
}: Pick<EncodeJob, 'sounds' | 'loudnessLufs'> & { durationS: number; format?: 'mp4' | 'webm' }): Promise<string> {
  const output = path.join(folder, `mix.${format}`);
  await encode({ ...job, format, frameCount: durationS * FPS, output }, new AbortController().signal);
  return output;
}

/** White noise of −1 to 1 that is the same every time. */
function noise(): () => number {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
}

function peak(samples: Float32Array, fromS: number, toS: number): number {
  return samples.slice(fromS * SECOND, toS * SECOND).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** The largest difference between adjacent samples. */
function largestStep(samples: Float32Array, fromS: number, toS: number): number {
  const part = samples.subarray(fromS * SECOND, toS * SECOND);
  return part.reduce((most, value, n) => (n === 0 ? 0 : Math.max(most, Math.abs(value - part[n - 1]!))), 0);
}

/** The most memory, MB, that one program with `name` in its arguments has while `work` lasts. Sampled. */
async function mostMemoryOf(name: string, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const done = work();
  const ended = done.then(
    () => true,
    () => true,
  );
  do {
    const { stdout } = await run('ps', ['-eo', 'rss=,args=']);
    for (const line of stdout.split('\n')) if (line.includes(name)) most = Math.max(most, parseInt(line, 10));
  } while (!(await Promise.race([ended, delay(200, false)])));
  await done;
  return most / 1_000;
}

/** Encodes a video of gray pictures with sounds. */
async function encode(
  job: Pick<EncodeJob, 'format' | 'frameCount' | 'sounds' | 'loudnessLufs' | 'output'>,
  signal: AbortSignal,
): Promise<void> {
  const gray = new Uint8Array(32 * 32 * 1.5).fill(128);
  const stillRuns = [{ fromFrame: 0, toFrame: job.frameCount }];
  const video = { width: 32, height: 32, fps: FPS, encoder: 'software', stillRuns, ...job } as const;
  await encodeVideo(video, () => Promise.resolve(gray), { signal });
}

beforeAll(() => {
  folder = temporaryFolder('mix');
});

describe('the sound of a video', () => {
  it.each(['mp4', 'webm'] as const)('is at its sample in %s', async (format) => {
    const click = await source('click.wav', CLICK, 0.5);
    const samples = await mixed([{ ...click, fromFrame: 30 }], 4, format);
    const loudest = samples.reduce((at, value, index) => (Math.abs(value) > Math.abs(samples[at]!) ? index : at), 0);
    expect(Math.abs(loudest - (30 * 2_000 + 12_000))).toBeLessThanOrEqual(format === 'mp4' ? 0 : 48);
  });

  it('lasts exactly as long as the picture, whether its sounds are shorter or longer', async () => {
    for (const durationS of [0.5, 6]) {
      const tone = await source('length.wav', TONE, durationS);
      await mixed([{ ...tone, toFrame: 1_000 }], 3);
      const { stdout } = await run('ffprobe', [
        ...[
          '-v',
          'error',
          '-select_streams',
          'a',
          '-show_entries',
          'stream=duration_ts',
          '-of',
          'csv=p=0',
          path.join(folder, 'mix.mp4'),
        ],
      ]);
      expect(Number(stdout)).toBe(3 * SECOND);
    }
  });

  it('repeats a looping sound without a gap', async () => {
    const click = await source('loop.wav', CLICK, 0.5);
    const samples = await mixed([{ ...click, loop: true }], 2);
    for (const round of [0, 1, 2, 3]) expect(peak(samples, round / 2 + 0.24, round / 2 + 0.26)).toBeGreaterThan(0.3);
  });

  it('repeats a loop that does not fit itself without a click', async () => {
    const tone = await source('seam.wav', '0.5*cos(2*PI*100*t)', 1.0037);
    const samples = await mixed([{ ...tone, loop: true }], 4);
    expect(largestStep(samples, 0.5, 3.5)).toBeLessThan(2 * 0.5 * ((2 * Math.PI * 100) / SECOND));
  });

  it('repeats a loop that fits itself as it is', async () => {
    const tone = await source('seamless.wav', '0.5*sin(2*PI*100*t)', 1);
    const samples = await mixed([{ ...tone, loop: true }], 4);
    for (const round of [1, 2, 3]) expect(peak(samples, round - 0.01, round)).toBeCloseTo(0.5, 1.5);
    expect(toneDb(samples, 100, [0.995, 1.005]) - toneDb(samples, 100, [1.495, 1.505])).toBeCloseTo(0, 0.5);
  });

  it('repeats a sound of a few samples', async () => {
    const tone = await source('tiny.wav', '0.5*sin(2*PI*1000*t)', 1);
    const samples = await mixed([{ ...tone, loop: true, trimEndS: 48 / SECOND }], 4);
    expect(toneDb(samples, 1_000, [1, 3])).toBeCloseTo(20 * Math.log10(0.5), 0);
  });

  it('plays nothing of a looping sound whose file has none where it is trimmed', async () => {
    const tone = await source('promised.wav', TONE, 1);
    const samples = await mixed([{ ...tone, loop: true, sourceDurationS: 3, trimStartS: 2 }], 4);
    expect(peak(samples, 0, 4)).toBe(0);
  });

  it('holds no round in memory, and is at its sample after minutes of rounds', async () => {
    const [roundS, durationS] = [100.0037, 202];
    const click = await source('minutes.wav', CLICK, 0.5, ['-af', `apad=whole_dur=${roundS}`]);
    const output = path.join(folder, 'minutes.mp4');
    const sounds = [{ ...click, loop: true, toFrame: durationS * FPS }];
    const job = { format: 'mp4', frameCount: durationS * FPS, sounds, output } as const;
    const mostMB = await mostMemoryOf(folder, () => encode(job, new AbortController().signal));
    // A round has 38 MB, beside 58 MB of the mixer.
    expect(mostMB).toBeLessThan(90);
    const lastRound = 2 * Math.round(roundS * SECOND);
    const filter = `pan=mono|c0=c0,atrim=start_sample=${lastRound}:end_sample=${lastRound + SECOND}`;
    const args = ['-v', 'error', '-i', output, '-map', '0:a', '-af', filter, '-f', 'f32le', '-'];
    const { stdout } = await run('ffmpeg', args, { encoding: 'buffer' });
    const samples = new Float32Array(stdout.buffer, stdout.byteOffset, SECOND);
    const loudest = samples.reduce((at, value, index) => (Math.abs(value) > Math.abs(samples[at]!) ? index : at), 0);
    expect(loudest).toBe(12_000);
  });

  it('repeats the sound of footage together with its pictures', async () => {
    const click = await source('footage.wav', CLICK, 0.5);
    // 18 frames of picture last 0.75 s, the sound only 0.5 s.
    const footage = { ...click, loop: true, isOfFootage: true, hasPicture: true, pictureDurationS: 0.75 } as const;
    const samples = await mixed([footage], 3);
    for (const round of [0, 1, 2, 3]) {
      expect(peak(samples, round * 0.75 + 0.249, round * 0.75 + 0.251)).toBeGreaterThan(0.3);
      expect(peak(samples, round * 0.75 + 0.55, round * 0.75 + 0.7)).toBeLessThan(0.01);
    }
  });

  it.each([0.5, 1.5, 4])('plays %f times as fast without losing its place or its pitch', async (speed) => {
    // A tone that stops for a moment after 4 s.
    const gap = await source(`gap-${speed}.wav`, 'if(between(t,4,4.4),0,0.5*sin(2*PI*440*t))', 6);
    const samples = await mixed([{ ...gap, speed, toFrame: 1_000 }], 12);
    const middle = 4.2 / speed;
    expect(peak(samples, middle - 0.02, middle + 0.02)).toBeLessThan(0.05);
    expect(peak(samples, 3.9 / speed - 0.05, 3.9 / speed)).toBeGreaterThan(0.3);
    expect(peak(samples, 4.5 / speed, 4.5 / speed + 0.05)).toBeGreaterThan(0.3);
    expect(peak(samples, 6 / speed + 0.05, 12)).toBeLessThan(0.01);
    const tone = samples.slice(0.5 * SECOND, 0.8 * SECOND);
    const crossings = tone.filter((value, index) => index > 0 && value >= 0 && tone[index - 1]! < 0).length;
    expect(Math.abs(crossings / 0.3 - 440)).toBeLessThan(12);
  });

  it('lowers the bed by 12 dB under a page sound and brings it back', async () => {
    const bed = await source('bed.wav', TONE, 8);
    const page: ResolvedSound = {
      ...(await source('page.wav', '0', 2)),
      role: 'page',
      fromFrame: 2 * FPS,
      toFrame: 6 * FPS,
    };
    const samples = await mixed([{ ...bed, toFrame: 8 * FPS }, page], 8);
    expect(peak(samples, 0.5, 1.5)).toBeCloseTo(0.5, 1);
    const ducked = 20 * Math.log10(peak(samples, 2.5, 3.5) / peak(samples, 0.5, 1.5));
    expect(ducked).toBeGreaterThan(-12.5);
    expect(ducked).toBeLessThan(-11.5);
    expect(peak(samples, 5, 7)).toBeCloseTo(0.5, 1);
  });

  it('fades the sounds of two pages into each other with equal power, during their transition', async () => {
    const [low, high] = [
      await source('low.wav', '0.3*sin(2*PI*500*t)', 4),
      await source('high.wav', '0.3*sin(2*PI*2000*t)', 4),
    ];
    const pages: ResolvedSound[] = [
      { ...low, role: 'page', toFrame: 3 * FPS, fadeOutS: 0.25 },
      { ...high, role: 'page', fromFrame: 2 * FPS, toFrame: 5 * FPS, fadeOutS: 0.25 },
    ];
    const samples = await mixed(pages, 5, 'webm');
    const level = (hz: number, atS: number): number =>
      toneDb(samples, hz, [atS - 0.025, atS + 0.025]) - 20 * Math.log10(0.3);
    for (const part of [0.1, 0.25, 0.5, 0.75, 0.9]) {
      expect(level(500, 2 + part)).toBeCloseTo(20 * Math.log10(Math.cos((part * Math.PI) / 2)), 0);
      expect(level(2_000, 2 + part)).toBeCloseTo(20 * Math.log10(Math.sin((part * Math.PI) / 2)), 0);
      const power = 10 ** (level(500, 2 + part) / 10) + 10 ** (level(2_000, 2 + part) / 10);
      expect(Math.abs(10 * Math.log10(power))).toBeLessThan(0.2);
    }
    expect(level(500, 1.95)).toBeCloseTo(0, 1);
    expect(level(2_000, 3.05)).toBeCloseTo(0, 1);
  });

  it('begins and ends the sound of a page without a click', async () => {
    const tone = await source('loud-start.wav', '0.5*cos(2*PI*100*t)', 6);
    const page = { ...tone, role: 'page', fromFrame: FPS, toFrame: 3 * FPS, fadeOutS: 0.25 } as const;
    const samples = await mixed([page], 4, 'webm');
    expect(largestStep(samples, 0.5, 3.5)).toBeLessThan(2 * 0.5 * ((2 * Math.PI * 100) / SECOND));
  });

  it.each([1, 2])('lowers the bed while footage speaks, and not in its silence, at speed %i', async (speed) => {
    const bed = await source('music.wav', TONE, 12);
    const speech = `0.2*sin(2*PI*2000*t)*between(t,${2 * speed},${4 * speed})`;
    const voice = await source(`voice-${speed}.wav`, speech, 9 * speed);
    const footage = { ...voice, role: 'other', isOfFootage: true, speed, fromFrame: FPS, toFrame: 10 * FPS } as const;
    const samples = await mixed([{ ...bed, toFrame: 12 * FPS }, footage], 12);
    const level = toneDb(samples, 440, [0.5, 1.5]);
    // The footage starts at 1 s and speaks from 3 s to 5 s.
    expect(Math.abs(toneDb(samples, 440, [3.2, 4.8]) - level + 12)).toBeLessThan(0.3);
    for (const stretch of [
      [2, 2.6],
      [5.5, 7],
      [7, 9],
      [10.5, 11.5],
    ] as const) {
      expect(Math.abs(toneDb(samples, 440, stretch) - level)).toBeLessThan(0.3);
    }
  });

  it('lowers the bed in every round of footage, and not where its keyframes silence it', async () => {
    const bed = await source('rounds-bed.wav', TONE, 12);
    const voice = await source('round.wav', '0.2*sin(2*PI*2000*t)*between(t,0,1)', 4);
    const volumeKeyframes = [
      { time: 0, value: 1, easing: 'steps(1)' },
      { time: 7, value: 0 },
    ];
    const loop = { role: 'other', isOfFootage: true, loop: true, pictureDurationS: 4, toFrame: 12 * FPS } as const;
    const samples = await mixed(
      [
        { ...bed, toFrame: 12 * FPS },
        { ...voice, ...loop, volumeKeyframes },
      ],
      12,
    );
    const level = toneDb(samples, 440, [2, 3]);
    for (const [from, ducked] of [
      [0.1, true],
      [4.1, true],
      [8.1, false],
    ] as const) {
      expect(Math.abs(toneDb(samples, 440, [from, from + 0.8]) - level + (ducked ? 12 : 0))).toBeLessThan(0.3);
    }
  });

  it('follows a keyframed volume within a frame, steps and curves alike', async () => {
    const volumeKeyframes = [
      { time: 0, value: 0, easing: 'linear' },
      { time: 2, value: 1, easing: 'steps(1)' },
      { time: 3, value: 0.25, easing: 'in-quad' },
      { time: 5, value: 1 },
    ];
    const tone = { ...(await source('keyframed.wav', TONE, 8)), volumeKeyframes };
    const samples = await mixed([{ ...tone, fromFrame: FPS, toFrame: 7 * FPS }], 8);
    const levels = {
      0.5: 0,
      1.5: 0.25,
      2: 0.5,
      2.9: 0.95,
      3.1: 1,
      3.9: 1,
      4.1: 0.2519,
      5: 0.4375,
      5.5: 0.6719,
      6.5: 1,
    };
    for (const [timeS, gain] of Object.entries(levels)) {
      expect(peak(samples, Number(timeS) - 0.01, Number(timeS) + 0.01)).toBeCloseTo(0.5 * gain, 1.6);
    }
    // The step lies at 4 s, and nowhere else.
    expect(peak(samples, 3.9, 4 - 1 / FPS)).toBeGreaterThan(0.45);
    expect(peak(samples, 4 + 1 / FPS, 4.1)).toBeLessThan(0.14);
  });

  it('follows as many keyframes as a document may hold, on many sounds at once', async () => {
    const volumeKeyframes = Array.from({ length: 200 }, (_, n) => ({
      time: n * 0.04,
      value: n % 2,
      easing: 'out-bounce',
    }));
    const tone = { ...(await source('many.wav', '0.05*sin(2*PI*440*t)', 8)), volumeKeyframes, toFrame: 8 * FPS };
    const samples = await mixed(
      Array.from({ length: 40 }, () => tone),
      8,
    );
    expect(peak(samples, 0, 8)).toBeGreaterThan(0.3);
  });

  const random = noise();
  it.each([
    // Samples of 0.98 on both sides of peaks of 1.39.
    ['a tone between its samples', (timeS: number) => 1.386 * Math.sin(2 * Math.PI * 12_000 * timeS + Math.PI / 4)],
    ['noise', () => random()],
    ['a hard beat', (timeS: number) => (timeS % 0.5 < 0.06 ? 2 * random() : 0.3 * Math.sin(2 * Math.PI * 55 * timeS))],
    ['an overdriven bass', (timeS: number) => Math.tanh(8 * Math.sin(2 * Math.PI * 82 * timeS))],
  ])(
    'has no true peak above −1 dB once it is encoded, however many loud sounds come together: %s',
    async (name, wave) => {
      const file = path.join(folder, `${name}.wav`);
      const clipped = (timeS: number): number => Math.max(-1, Math.min(1, wave(timeS)));
      await writeSound(file, { wave: clipped, durationS: 2 });
      const loud = await soundOf(file);
      for (const format of ['mp4', 'webm'] as const) {
        const sounds = [loud, { ...loud, volume: 2 }];
        const { truePeakDb } = await measureLoudness(await mixedFile({ sounds, durationS: 2, format }));
        expect(truePeakDb).toBeLessThanOrEqual(-1);
        expect(truePeakDb).toBeGreaterThan(-3);
      }
    },
  );

  it.each([-14, -16, -23])('is as loud as asked, quiet or loud, even or not: %i LUFS', async (loudnessLufs) => {
    const random = noise();
    const syllable = (timeS: number): number => Math.sin(2.5 * Math.PI * Math.min(0.4, timeS % 0.7)) ** 8;
    const waves = [
      ['quiet', 'mp4', (timeS: number) => 0.02 * Math.sin(2 * Math.PI * 440 * timeS)],
      ['loud', 'webm', () => random()],
      ['speech', 'mp4', (timeS: number) => 0.3 * syllable(timeS) * random()],
    ] as const;
    for (const [name, format, wave] of waves) {
      const file = path.join(folder, `${name}.wav`);
      await writeSound(file, { wave, durationS: 3 });
      const sounds = [await soundOf(file)];
      const measured = await measureLoudness(await mixedFile({ sounds, durationS: 3, format, loudnessLufs }));
      expect(Math.abs(measured.loudnessLufs - loudnessLufs)).toBeLessThanOrEqual(0.5);
      expect(measured.truePeakDb).toBeLessThanOrEqual(-1);
    }
  });

  it('stays silent where a loudness is asked for, and raises what is nearly silent by 30 dB only', async () => {
    const silent = await source('silent.wav', '0', 2);
    const file = await mixedFile({ sounds: [silent], durationS: 2, loudnessLufs: -14 });
    expect(await measureLoudness(file)).toEqual({ loudnessLufs: -70, truePeakDb: -Infinity });
    const hiss = await source('hiss.wav', '0.001*sin(2*PI*1000*t)', 2);
    const samples = await mixed([hiss], 2);
    const raised = await measureLoudness(await mixedFile({ sounds: [hiss], durationS: 2, loudnessLufs: -14 }));
    expect(toneDb(samples, 1_000, [0.5, 1.5])).toBeCloseTo(-60, 0);
    expect(Math.abs(raised.loudnessLufs + 30)).toBeLessThan(1);
  });

  // AAC itself loses up to 0.2 dB of a loud tone.
  it.each([
    ['webm', 0.05],
    ['mp4', 0.3],
  ] as const)('leaves a tone whose peaks are low enough at its level, in %s', async (format, mostDb) => {
    const tone = await source('tone-08.wav', '0.8*sin(2*PI*440*t)', 2);
    const level = toneDb(await mixed([tone], 2, format), 440, [0.5, 1.5]);
    expect(Math.abs(level - 20 * Math.log10(0.8))).toBeLessThan(mostDb);
  });

  it.each([55, 330])('limits higher peaks to −1 dB, without distortion: two tones of %i Hz', async (hz) => {
    const tone = await source(`limited-${hz}.wav`, `0.95*sin(2*PI*${hz}*t)`, 3);
    const samples = await mixed([tone, tone], 3, 'webm');
    const level = toneDb(samples, hz, [1, 2]);
    expect(level).toBeLessThan(-1);
    expect(level).toBeGreaterThan(-1.7);
    const harmonics = [2, 3, 4, 5, 6, 7].map((factor) => toneDb(samples, factor * hz, [1, 2]) - level);
    // −50 dB is 0.3 %.
    expect(Math.max(...harmonics)).toBeLessThan(-50);
  });

  it('keeps a mono source at its level on both sides', async () => {
    const mono = await source('mono.wav', TONE, 2, ['-ac', '1']);
    expect(peak(await mixed([mono], 2), 0.5, 1.5)).toBeCloseTo(0.5, 1);
  });

  it.each([
    ['mp3', ['-c:a', 'libmp3lame']],
    ['ogg', ['-c:a', 'libvorbis', '-ac', '2']],
    ['m4a', ['-c:a', 'aac']],
    ['flac', ['-c:a', 'flac']],
  ])('reads %s', async (extension, options) => {
    const tone = await source(`tone.${extension}`, TONE, 1, options);
    expect(peak(await mixed([tone], 1), 0.3, 0.6)).toBeGreaterThan(0.3);
  });

  it('has a silent track for a video without sounds', async () => {
    const track = await mixed([], 1);
    expect(track.length).toBeGreaterThanOrEqual(SECOND);
    expect(peak(track, 0, 1)).toBe(0);
  });

  it('refuses a playlist, whatever it is called', async () => {
    const tone = await source('inside.wav', TONE, 1);
    const playlist = path.join(folder, 'song.mp3');
    await run('sh', ['-c', `printf 'ffconcat version 1.0\\nfile inside.wav\\n' > ${playlist}`]);
    await expect(probe(playlist)).rejects.toThrow(FfmpegError);
    await expect(mixed([{ ...tone, file: playlist }], 1)).rejects.toThrow(FfmpegError);
  });

  it('ends at once, leaving no process, when it is aborted', async () => {
    const tone = await source('long.wav', TONE, 120, ['-ac', '2']);
    const controller = new AbortController();
    const output = path.join(folder, 'aborted.mp4');
    const sounds = [{ ...tone, toFrame: 120 * FPS }];
    setTimeout(() => controller.abort(new Error('stop')), 200);
    const encoding = encode({ format: 'mp4', frameCount: 120 * FPS, sounds, output }, controller.signal);
    await expect(encoding).rejects.toThrow('stop');
    const { stdout } = await run('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(tone.file);
  });
});
