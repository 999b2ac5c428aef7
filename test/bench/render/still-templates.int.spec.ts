import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { makeAssets } from './assets.ts';
import { documentAt, STILL_TEMPLATES, type TemplateName } from './templates.ts';
import { compileDocument, renderEncoded, renderVideo } from './work.ts';

const folder = temporaryFolder('still-templates');

describe('a template that stands still', () => {
  it.each(Object.keys(STILL_TEMPLATES) as TemplateName[])(
    'takes no more bytes than with every frame encoded: %s',
    async (template) => {
      await makeAssets(folder, ['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg', 'music.m4a']);
      const timeline = compileDocument(documentAt(template, { width: 640, height: 360 }));
      const [repeated, encoded] = [join(folder, 'repeated.mp4'), join(folder, 'encoded.mp4')];
      await renderVideo(timeline, folder, repeated);
      await renderEncoded(timeline, folder, encoded);
      expect((await stat(repeated)).size).toBeLessThanOrEqual(1.02 * (await stat(encoded)).size);
    },
    240_000,
  );
});
