import { describe, expect, it } from '@jest/globals';
import type { Exhibit } from '../gallery/exhibit.ts';
import { EXHIBITS, goldenMoment } from '../gallery/exhibits.ts';
import { frameAt, openExhibit } from '../gallery/render-exhibit.ts';

/**
 * Exhibits that agree less because the kernel resamples. Between pixels and at other sizes it mixes neighbors of a
 * picture that was painted once, where Skia paints again: the kernel's picture is a little softer and never shifted.
 * Text and clips that turn are nearer to their shape than Skia's, which moves each letter by up to an eighth of a pixel
 * (frame-renderer.int.spec.ts and footage.int.spec.ts measure both).
 */
const RESAMPLED =
  /shake|ken_burns|^split-.*-(zoom|slide|rotate)|^split-letter-\p{Lower}+$|arriving|^video-(size|turned)/u;
const LEAST_DB = { drawn: 45, resampled: 30 };

/**
 * The same page in a group of a group, with the same keys by which layers shake. Skia draws all of it where the groups have
 * an opacity of their own; otherwise the kernel does.
 */
function grouped(exhibit: Exhibit, opacity: number): Exhibit {
  const [page] = exhibit.document.pages;
  const fill_color = page!['background_color'];
  const ground = { name: 'ground of the group', type: 'shape', fill_color };
  const layers = [ground, ...(page!['layers'] as object[])];
  const whole = { name: 'the whole page', type: 'group', opacity, layers };
  const group = { name: 'around it', type: 'group', opacity, layers: [whole] };
  return { ...exhibit, document: { ...exhibit.document, pages: [{ ...page, layers: [group] }] } };
}

async function goldenFrame(exhibit: Exhibit): Promise<Uint8Array> {
  const renderer = await openExhibit(exhibit);
  const frame = (await renderer.render(frameAt(goldenMoment(exhibit)))).slice();
  await renderer.close();
  return frame;
}

function psnr(a: Uint8Array, b: Uint8Array): number {
  const error = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0) / a.length;
  return error === 0 ? Infinity : 10 * Math.log10(255 ** 2 / error);
}

describe('Skia’s picture and the kernel’s agree', () => {
  const onePaged = EXHIBITS.filter(({ document }) => document.pages.length === 1);
  it.each(onePaged.map((exhibit) => [exhibit.name, exhibit] as const))('on %s', async (name, exhibit) => {
    const least = RESAMPLED.test(name) ? LEAST_DB.resampled : LEAST_DB.drawn;
    const [byKernel, bySkia] = [await goldenFrame(grouped(exhibit, 1)), await goldenFrame(grouped(exhibit, 0.999))];
    expect(psnr(byKernel, bySkia)).toBeGreaterThan(least);
  });
});
