import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { checkOutput } from './check-output.js';
import { FfmpegError } from './child-process.js';
import { encodeVideo } from './encode-video.js';
import { parseProbe, probe } from './probe.js';
import { probeEncoder } from './probe-encoder.js';
import { DEFAULT_TOOLS } from './tools.js';

const run = promisify(execFile);
const folder = temporaryFolder('probe');

describe('probe', () => {
  it('reads what a sound file is', async () => {
    const file = path.join(folder, 'tone.mp3');
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=d=1.5:r=44100', '-c:a', 'libmp3lame', file]);
    const info = await probe(file);
    expect(info).toMatchObject({
      container: 'mp3',
      streamCount: 1,
      audio: { codec: 'mp3', sampleRateHz: 44_100, channels: 1 },
    });
    expect(info.durationS).toBeCloseTo(1.5, 0);
    expect(info.video).toBeUndefined();
  });

  it('lists the key frames of footage, counted from where it starts', async () => {
    const file = path.join(folder, 'keys.mkv');
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=20:d=3', '-c:v', 'libx264', '-g', '20'];
    await run('ffmpeg', ['-v', 'error', ...picture, '-output_ts_offset', '0.7', file]);
    const { video } = await probe(file);
    expect(video?.keyFramesS.map((timeS) => Math.round(timeS * 100) / 100)).toEqual([0, 1, 2]);
  });

  it('reads the profile of Dolby Vision', () => {
    const stream = { codec_type: 'video', side_data_list: [{ rotation: -90 }, { dv_profile: 5 }] };
    expect(parseProbe(JSON.stringify({ streams: [stream] })).video).toMatchObject({ dolbyVisionProfile: 5 });
  });

  it.each([
    ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://169.254.169.254/\n#EXT-X-ENDLIST\n'],
    ['a concat script', 'ffconcat version 1.0\nfile /etc/passwd\n'],
    ['an SDP description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n'],
    ['a web page', '<!doctype html><title>not found</title>'],
    ['nothing', ''],
  ])('refuses %s named .mp4', async (_name, content) => {
    const file = path.join(folder, 'innocent.mp4');
    await writeFile(file, content);
    await expect(probe(file)).rejects.toThrow(FfmpegError);
  });
});

describe('checkOutput', () => {
  const size = { width: 320, height: 180, fps: 24, frameCount: 48, format: 'mp4' } as const;

  const noise = (i: number, frame: number) => (i * i * frame) % 251;
  const waves = (i: number, frame: number) =>
    128 + 60 * Math.sin(((i % 320) + frame * 3) / 17) * Math.cos(i / 320 / (9 + frame / 10));

  async function encode(output: string, level = noise): Promise<Buffer> {
    const picture = (frame: number) => Promise.resolve(new Uint8Array(320 * 180 * 1.5).map((_, i) => level(i, frame)));
    const job = { ...size, encoder: 'software', sounds: [], output } as const;
    await encodeVideo(job, picture, { signal: new AbortController().signal });
    expect(await checkOutput(output, size)).toHaveProperty('ok', true);
    return readFile(output);
  }

  it('has nothing to say against B pictures that others build on', async () => {
    const place = { width: 160, height: 90, frameCount: 24 * 60 };
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=24:d=60', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', '-'];
    const { stdout } = await run('ffmpeg', ['-v', 'error', ...source], { encoding: 'buffer', maxBuffer: 1 << 26 });
    const bytes = 160 * 90 * 1.5;
    const picture = (frame: number) => Promise.resolve(stdout.subarray(frame * bytes, (frame + 1) * bytes));
    const output = path.join(folder, 'pyramid.mp4');
    const job = { ...size, ...place, encoder: 'software', sounds: [], output } as const;
    await encodeVideo(job, picture, { signal: new AbortController().signal });
    expect(await checkOutput(output, { ...size, ...place })).toHaveProperty('ok', true);
  });

  it('finds a file that no longer decodes', async () => {
    const output = path.join(folder, 'damaged.mp4');
    const file = await encode(output);
    await writeFile(output, file.fill(0x5a, Math.floor(file.length / 2), Math.floor(file.length * 0.75))); // the index is in front, this is picture
    const check = await checkOutput(output, size);
    expect(check.ok ? [] : check.faults[0]).toContain('does not decode cleanly');
  });

  it('finds more than a third of files with one byte of the picture changed', async () => {
    const output = path.join(folder, 'altered.mp4');
    const file = await encode(output, waves);
    const places = Array.from({ length: 20 }, (_, index) => Math.floor(file.length * (0.2 + index * 0.038)));
    const found: number[] = [];
    for (const place of places) {
      const altered = Buffer.from(file);
      altered[place]! ^= 0x55;
      await writeFile(output, altered);
      if (!(await checkOutput(output, size)).ok) found.push(place);
    }
    expect(found.length).toBeGreaterThan(places.length / 3);
  });

  it('finds a file whose end is missing', async () => {
    const output = path.join(folder, 'truncated.mp4');
    const file = await encode(output);
    await writeFile(output, file.subarray(0, file.length * 0.9));
    const check = await checkOutput(output, size);
    expect(check.ok ? [] : check.faults).toContainEqual(expect.stringMatching(/^frames is \d+, not 48$/));
  });
});

describe('probeEncoder', () => {
  it('answers software where the GPU encoder does not really work', async () => {
    expect(await probeEncoder({ ...DEFAULT_TOOLS, ffmpeg: '/bin/false' })).toBe('software');
  });

  it('answers nvenc where a frame really comes out', async () => {
    expect(await probeEncoder({ ...DEFAULT_TOOLS, ffmpeg: '/bin/true' })).toBe('nvenc');
  });
});
