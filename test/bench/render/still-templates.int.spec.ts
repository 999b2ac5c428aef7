import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { makeAssets } from './assets.ts';
import { largestStillStep } from './still-step.ts';
import { documentAt, TEMPLATES_WITH_STILL_RUNS } from './templates.ts';
import { compileDocument, renderEncoded, renderVideo, writeFrames } from './work.ts';

const folder = temporaryFolder('still-templates');

describe('a template that stands still', () => {
  it.each(TEMPLATES_WITH_STILL_RUNS)(
    'shows still pictures, in no more bytes than with every frame encoded: %s',
    async (template) => {
      await makeAssets(folder, ['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg', 'music.m4a']);
      const timeline = compileDocument(documentAt(template, { width: 320, height: 180 }));
      const [drawn, repeated, encoded] = ['drawn.yuv', 'repeated.mp4', 'encoded.mp4'].map((name) => join(folder, name));
      await writeFrames(timeline, folder, drawn!);
      await renderVideo(timeline, folder, repeated!);
      await renderEncoded(timeline, folder, encoded!);
      expect((await stat(repeated!)).size).toBeLessThanOrEqual(1.02 * (await stat(encoded!)).size);
      expect(await largestStillStep(timeline, drawn!, repeated!)).toBeLessThanOrEqual(0.3);
    },
    240_000,
  );
});
