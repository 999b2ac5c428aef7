import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { lengthKey, type TimedKind } from '#libs/template';
import { temporaryFolder } from '#libs/testing';
import { MediaLengths } from './media-lengths.js';

const run = promisify(execFile);
const folder = temporaryFolder('media-lengths');
/** Frames of an encoder before and after a sound, s. */
const FRAMES_S = 0.08;
const file = (kind: TimedKind, url: string) => ({ kind, url, field: 'pages[0].page_audio_url' });

describe('the length of a file', () => {
  const lengths = new MediaLengths(async (url) => new Uint8Array(await readFile(join(folder, url))));

  it.each<[name: string, kind: 'audio' | 'video', options: string[]]>([
    ['voice.mp3', 'audio', ['-q:a', '5']],
    ['no-table.mp3', 'audio', ['-q:a', '5', '-write_xing', '0']],
    ['voice.wav', 'audio', []],
    ['voice.ogg', 'audio', ['-c:a', 'libvorbis']],
    ['voice.flac', 'audio', []],
    ['voice.aac', 'audio', []],
    ['voice.m4a', 'audio', []],
    ['tour.mp4', 'video', ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=2.4', '-pix_fmt', 'yuv420p']],
    ['tour.webm', 'video', ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=2.4', '-pix_fmt', 'yuv420p']],
  ])('of %s is what it plays', async (name, kind, options) => {
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=d=3.7', ...options, join(folder, name)]);
    await lengths.measure([file(kind, name)]);
    const seconds = lengths.known.get(lengthKey(file(kind, name)))!;
    expect(Math.abs(seconds - (kind === 'video' ? 2.4 : 3.7))).toBeLessThan(FRAMES_S);
  });

  it('of subtitles and animations is that of their content; files that cannot be read have none', async () => {
    await writeFile(join(folder, 'words.srt'), '1\n00:00:01,000 --> 00:00:06,500\nHello\n');
    await writeFile(join(folder, 'spin.json'), JSON.stringify({ fr: 25, ip: 0, op: 60, layers: [] }));
    await writeFile(join(folder, 'text.txt'), 'nothing that plays');
    const files = [file('caption', 'words.srt'), file('lottie', 'spin.json'), file('audio', 'text.txt')];
    const own = new MediaLengths(async (url) => new Uint8Array(await readFile(join(folder, url))));
    await own.measure([...files, file('lottie', 'text.txt'), file('audio', 'absent.mp3')]);
    expect(Object.fromEntries(own.known)).toEqual({ 'caption words.srt': 6.5, 'lottie spin.json': 2.4 });
  });

  it('is waited for once, and known when the file has come', async () => {
    const arrives = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const slow = new MediaLengths(() => arrives.promise);
    const words = file('caption', 'slow.srt');
    const startedAt = performance.now();
    await slow.measure([words]);
    expect(performance.now() - startedAt).toBeGreaterThan(2_500);
    const again = performance.now();
    await slow.measure([words]);
    expect(performance.now() - again).toBeLessThan(500);
    expect(slow.known.size).toBe(0);
    arrives.resolve(new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'));
    await pause(50);
    expect(slow.known.get(lengthKey(words))).toBe(2);
  });
});
