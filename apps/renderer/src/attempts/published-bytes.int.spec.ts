import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RenderPlan } from '#libs/contracts';
import { encodeVideo, type EncodeReport } from '#libs/encode';
import { Logger } from '#libs/runtime';
import { AlteredFileError, DiskStore } from '#libs/storage';
import { temporaryFolder } from '#libs/testing';
import { RenderFiles } from './render-files.js';

const folder = temporaryFolder('published');
const place = { folder, cache: folder };
const file = join(folder, 'video.mp4');
const plan = { output_key: 'videos/1/0/1/video.mp4' } as RenderPlan;
const store = new DiskStore(join(folder, 'store'));
const files = new RenderFiles(store, new Logger('renderer', 'error'));
const signal = new AbortController().signal;
let report: EncodeReport;
let bytes: Buffer;

beforeAll(async () => {
  const job = { width: 160, height: 90, fps: 24, frameCount: 30, format: 'mp4', encoder: 'software' } as const;
  const picture = (frame: number) => new Uint8Array(160 * 90 * 1.5).fill(100 + frame);
  report = await encodeVideo({ ...job, sounds: [], output: file }, (frame) => Promise.resolve(picture(frame)), {
    signal,
  });
  bytes = await readFile(file);
}, 60_000);

function upload(): Promise<unknown> {
  const { fileSize, digest } = report;
  const video = { file, fileSize, sha256: digest!, frames: 30, durationS: 1.25 };
  return files.upload(plan, { ...video, warnings: [], stageMs: {}, cpuMs: undefined, steps: [] }, place, signal);
}

describe('a finished file', () => {
  it('is never stored when any of its bytes has changed since it was written', async () => {
    const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * (bytes.length - 1)) / 59));
    for (const at of places) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 0x10;
      await writeFile(file, altered);
      await expect(upload()).rejects.toThrow(AlteredFileError);
    }
    expect(await store.head(plan.output_key)).toBeNull();
  });

  it('is stored as it was written', async () => {
    await writeFile(file, bytes);
    await upload();
    await store.getToFile(plan.output_key, join(folder, 'stored.mp4'));
    expect((await readFile(join(folder, 'stored.mp4'))).equals(bytes)).toBe(true);
  });
});
