import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, findTools, readGif, temporaryFolder } from '#libs/testing';
import type { EncodeJob } from './encode-plan.js';
import { encodeVideo } from './encode-video.js';
import { optimizeGif } from './optimize-gif.js';
import { DEFAULT_TOOLS } from './tools.js';

const run = promisify(execFile);
const signal = new AbortController().signal;
const folder = temporaryFolder('optimize-gif');
const found = await findTools<'gifsicle'>(['gifsicle']);
if ('reason' in found) throw new Error(found.reason);
const { gifsicle } = found.tools;

const GIF = { width: 160, height: 90, fps: 12, frameCount: 24 };
const JOB: EncodeJob = {
  ...GIF,
  ...{ format: 'gif', encoder: 'software', sounds: [], gif: { plays: 3 } },
  output: path.join(folder, 'video.gif'),
};

/** Grain over a gradient that moves for a second, then stands still for another one. */
function frames(number: number): Promise<Uint8Array> {
  const frame = new Uint8Array(160 * 90 * 1.5).fill(128);
  const seed = Math.min(number, 12) * 14_400;
  for (let at = 0; at < 160 * 90; at++) {
    const grain = Math.imul(Math.imul(at + seed, 0x9e3779b1) ^ ((at + seed) << 7), 0x85ebca6b) >>> 28;
    frame[at] = 60 + (at % 160) / 2 + grain;
  }
  return Promise.resolve(frame);
}

/** Mean squared error of all pixels of two gifs, in levels of 8 bits. */
async function errorBetween(...files: [string, string]): Promise<number> {
  const compared = ['-lavfi', 'psnr=stats_file=-', '-f', 'null', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', files[0], '-i', files[1], ...compared]);
  const errors = [...stdout.matchAll(/mse_avg:([\d.]+)/g)].map(([, error]) => Number(error));
  expect(errors).toHaveLength(24);
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}

describe('optimizeGif', () => {
  const plain = path.join(folder, 'plain.gif');

  beforeAll(async () => {
    const report = await encodeVideo(JOB, frames, { signal });
    expect(report).not.toHaveProperty('optimization');
    await copyFile(JOB.output, plain);
  });

  /** A copy of the gif, and a program in the place of gifsicle. */
  async function given(name: string, script: string) {
    const output = path.join(folder, `${name}.gif`);
    await copyFile(plain, output);
    const program = path.join(folder, name);
    await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { output, tools: { ...DEFAULT_TOOLS, gifsicle: { program, loss: 20 } } };
  }

  it('makes a gif smaller that plays as before, the more the larger its loss is', async () => {
    const sizes = [];
    for (const loss of [20, 80]) {
      const tools = { ...DEFAULT_TOOLS, gifsicle: { program: gifsicle, loss } };
      const { fileSize, optimization } = await encodeVideo(JOB, frames, { signal }, tools);
      const fromBytes = (await stat(plain)).size;
      expect(optimization).toEqual({ fromBytes, toBytes: fileSize });
      expect(readGif(await readFile(JOB.output))).toEqual(readGif(await readFile(plain)));
      const error = await errorBetween(plain, JOB.output);
      expect(error).toBeGreaterThan(0);
      expect(error).toBeLessThan(10 * loss);
      sizes.push(fileSize / fromBytes);
    }
    expect(sizes[0]).toBeLessThan(0.9);
    expect(sizes[1]).toBeLessThan(sizes[0]!);
  });

  it.each([
    ['that does not exist', 'exec /nowhere/gifsicle "$@"', /not found/],
    ['that fails', 'echo no disk >&2; exit 1', /ended with code 1: no disk/],
    ['that crashes', 'kill -SEGV $$', /ended with SIGSEGV/],
    ['that makes it larger', 'cat "$5" "$5" > "$7"', /no smaller: \d+ bytes became \d+/],
    ['that loses a frame', `${gifsicle} -O2 "$5" --delete '#3' -o "$7"`, /frames is \d+, not 24/],
    ['that loses frames which stand still', `${gifsicle} -O2 "$5" -o "$7"`, /frames is 13, not 24/],
    ['that crops it', `${gifsicle} --crop 0,0+80x40 "$5" -o "$7"`, /width is 80, not 160/],
    ['that writes half of it', 'head -c 9999 "$5" > "$7"', /does not decode cleanly|frames is \d+, not 24/],
    [
      'that takes more memory than it may',
      `head -c 900M /dev/zero | tail > /dev/null && ${gifsicle} -O2 --lossy=20 "$5" -o "$7"`,
      /memory exhausted/,
    ],
  ])('keeps the gif of a program %s, and says why', async (name, script, reason) => {
    // The program's arguments: three options, the loss, the gif, -o and the new file.
    const { output, tools } = await given(name.replaceAll(' ', '-'), script);
    const optimization = await optimizeGif({ ...GIF, output }, tools, { signal });
    expect(optimization).toEqual({ refused: expect.stringMatching(reason) });
    expect(await readFile(output)).toEqual(await readFile(plain));
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.optimized'));
  });

  it('ends a program that takes longer than it may', async () => {
    const { output, tools } = await given('slow', 'cp "$5" "$7"; sleep 600');
    const optimization = await optimizeGif({ ...GIF, output }, tools, { signal, limitS: 1 });
    expect(optimization).toEqual({ refused: 'gifsicle takes more than 1 s' });
    expect(await readFile(output)).toEqual(await readFile(plain));
    expect((await run('ps', ['-eo', 'args'])).stdout).not.toContain(output);
  });

  it('ends with its video, and leaves no file', async () => {
    const { tools } = await given('canceled', 'cp "$5" "$7"; sleep 600');
    const controller = new AbortController();
    const encoding = encodeVideo(JOB, frames, { signal: controller.signal }, tools);
    await eventually(async () => expect(await readdir(folder)).toContain('video.gif.optimized'));
    controller.abort(new Error('canceled by its owner'));
    await expect(encoding).rejects.toThrow('canceled by its owner');
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('video.gif'));
    expect((await run('ps', ['-eo', 'args'])).stdout).not.toContain(JOB.output);
  });
});
