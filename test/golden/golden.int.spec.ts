import { describe, expect, it } from '@jest/globals';
import { createCanvas, loadImage } from '#libs/frames';
import fs from 'node:fs/promises';
import { EXHIBITS, goldenMoment } from '../gallery/exhibits.ts';
import { renderMoments } from '../gallery/render-exhibit.ts';
import { compareFrames, isTolerable } from './compare-frames.ts';
import { goldenFile } from './golden-file.ts';

async function rendered(name: string): Promise<Buffer> {
  const exhibit = EXHIBITS.find((candidate) => candidate.name === name)!;
  return (await renderMoments(exhibit, [goldenMoment(exhibit)]))[0]!;
}

describe('the golden frame of', () => {
  it.each(EXHIBITS.map(({ name }) => [name]))('%s looks like what is drawn', async (name) => {
    const difference = await compareFrames(await fs.readFile(goldenFile({ name })), await rendered(name));
    expect(isTolerable(difference) ? 'alike' : difference).toBe('alike');
  });
});

describe('the comparison', () => {
  it('notices another shape, a layer moved by three pixels and a color that is slightly off', async () => {
    const frame = await rendered('shape-star');
    const altered = async (draw: (context: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void) => {
      const canvas = createCanvas(320, 180);
      const context = canvas.getContext('2d');
      context.drawImage(await loadImage(frame), 0, 0);
      draw(context);
      return compareFrames(frame, canvas.toBuffer('image/png'));
    };
    const image = await loadImage(frame);
    expect(isTolerable(await altered(() => undefined))).toBe(true);
    expect(isTolerable(await altered((context) => context.drawImage(image, 3, 0)))).toBe(false);
    const tint = await altered((context) => {
      context.fillStyle = 'rgba(255, 0, 0, 0.1)';
      context.fillRect(140, 70, 40, 40);
    });
    expect(isTolerable(tint)).toBe(false);
    expect(isTolerable(await compareFrames(frame, await rendered('shape-ellipse')))).toBe(false);
  });
});
