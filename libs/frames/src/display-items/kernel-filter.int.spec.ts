import { describe, expect, it } from '@jest/globals';
import { psnr } from '../testing/psnr.js';
import { HEADLINE, specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

const PICTURE = { name: 'picture', type: 'image', source_url: 'http://a.example/large.png' };

async function drawn(layers: object[]): Promise<Uint8Array> {
  return renderers.frame({ layers });
}

/** The same by Skia: in a group that is drawn as a whole. */
function inGroup(layer: object): object {
  return { name: 'group', type: 'group', opacity: 0.999, layers: [layer] };
}

describe('a picture that fills the frame looks through the filters of the kernel as through those of Skia:', () => {
  it.each([
    { blur: 1.5 },
    { blur: 4 },
    { blur: 12 },
    { blur: 12.8 },
    { brightness: 0.6 },
    { contrast: 0.5 },
    { saturation: 0 },
    { saturation: 0.4 },
    { saturation: 1.2 },
    { saturation: 1.5 },
    { brightness: 0.8, contrast: 0.9, saturation: 1.4 },
    { brightness: 0 },
    { contrast: 1.2 },
    { contrast: 1.5 },
    { contrast: 1.2, saturation: 1.25 },
    { brightness: 0.8, contrast: 1.3 },
    { blur: 6, brightness: 0.8, contrast: 0.7, saturation: 0.5 },
  ])('%j', async (filters) => {
    const layer = { ...PICTURE, ...filters };
    expect(psnr(await drawn([layer]), await drawn([inGroup(layer)]))).toBeGreaterThan(45);
  });

  it('in a smaller box that turns, and a text', async () => {
    const box = { x: 40, y: 30, width: 160, height: 100, brightness: 0.6, saturation: 0.3 };
    for (const layer of [
      { ...PICTURE, ...box },
      { ...PICTURE, ...box, rotation: 20 },
      { ...PICTURE, ...box, contrast: 1.5 },
      { ...PICTURE, ...box, rotation: 20, contrast: 1.5 },
      { ...HEADLINE, contrast: 0.4 },
      { ...HEADLINE, text_color: '#8a5a2b', contrast: 1.5 },
      { ...HEADLINE, text_color: '#2563eb', contrast: 1.3 },
      { ...HEADLINE, text_color: '#8a5a2b', saturation: 1.5 },
    ]) {
      expect(psnr(await drawn([layer]), await drawn([inGroup(layer)]))).toBeGreaterThan(45);
    }
  });

  it('is painted once while its filters change', async () => {
    const keyframes = {
      blur: [
        { time: 0, value: 12, easing: 'linear' },
        { time: 1, value: 0 },
      ],
      saturation: [
        { time: 0, value: 0.2, easing: 'linear' },
        { time: 1, value: 1 },
      ],
    };
    const renderer = await renderers.render({ layers: [{ ...PICTURE, keyframes }] });
    const { rastersPainted } = renderer.stats;
    const frames: Buffer[] = [];
    for (let frame = 0; frame < 24; frame++) frames.push(Buffer.from(await renderer.render(frame)));
    expect(renderer.stats.rastersPainted - rastersPainted).toBe(1);
    expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBe(24);
    const again = await renderers.render({ layers: [{ ...PICTURE, keyframes }] });
    for (const frame of [23, 5, 11]) expect(Buffer.compare(await again.render(frame), frames[frame]!)).toBe(0);
  });

  it('is painted once while its contrast rises', async () => {
    const contrast = [
      { time: 0, value: 0.7, easing: 'linear' },
      { time: 1, value: 1.4 },
    ];
    const renderer = await renderers.render({ layers: [{ ...PICTURE, keyframes: { contrast } }] });
    const { rastersPainted } = renderer.stats;
    for (let frame = 0; frame < 24; frame++) await renderer.render(frame);
    expect(renderer.stats.rastersPainted - rastersPainted).toBe(1);
  });

  it('where it is transparent as well', async () => {
    const half = { ...PICTURE, source_url: 'http://a.example/half.png', blur: 10, brightness: 0.7 };
    expect(psnr(await drawn([half]), await drawn([inGroup(half)]))).toBeGreaterThan(45);
  });
});

describe('a layer whose blur spreads beyond it looks as through that of Skia:', () => {
  const BOX = { name: 'box', type: 'shape', fill_color: '#2563eb', x: 90, y: 60, width: 140, height: 60 };
  const STAR = { ...BOX, shape: 'star', fill_color: '#ffe08a' };
  it.each([
    { ...HEADLINE, blur: 0.2 },
    { ...HEADLINE, blur: 1 },
    { ...HEADLINE, blur: 2.5 },
    { ...HEADLINE, blur: 5 },
    { ...HEADLINE, blur: 12 },
    { ...HEADLINE, blur: 30 },
    { ...HEADLINE, blur: 4, rotation: 12 },
    { ...HEADLINE, blur: 4, scale: 1.7, brightness: 0.8, saturation: 0.6 },
    { ...HEADLINE, blur: 4, text_shadow: '4px 4px 6px #d6336c', x: -30 },
    { ...BOX, blur: 3 },
    { ...BOX, blur: 6 },
    { ...BOX, blur: 20 },
    { ...BOX, blur: 8, x: 250, opacity: 0.6 },
    { ...STAR, blur: 1.5 },
    { ...STAR, blur: 7, rotation: 30, contrast: 0.6 },
  ])('%j', async (layer) => {
    expect(psnr(await drawn([layer]), await drawn([inGroup(layer)]))).toBeGreaterThan(45);
  });

  it('is painted once while it comes out of the blur', async () => {
    const enter = { type: 'blur', duration: 0.8, easing: 'linear' };
    const renderer = await renderers.render({ layers: [{ ...HEADLINE, enter }] });
    const { rastersPainted } = renderer.stats;
    const frames: Buffer[] = [];
    for (let frame = 0; frame < 24; frame++) frames.push(Buffer.from(await renderer.render(frame)));
    expect(renderer.stats.rastersPainted - rastersPainted).toBe(1);
    const again = await renderers.render({ layers: [{ ...HEADLINE, enter }] });
    for (const frame of [23, 20, 5, 11]) expect(Buffer.compare(await again.render(frame), frames[frame]!)).toBe(0);
  });
});

describe('a layer that is blurred in its box for a while', () => {
  const FLAT = { name: 'box', type: 'shape', fill_color: '#2563eb', x: 40, y: 30, width: 160, height: 100 };

  it('looks the same afterwards, whatever was drawn before', async () => {
    const blur = [
      { time: 0, value: 4, easing: 'linear' },
      { time: 0.5, value: 0 },
    ];
    const page = { layers: [{ ...FLAT, blur_edge: 'duplicate', keyframes: { blur } }] };
    const [played, alone] = [await renderers.render(page), await renderers.render(page)];
    await played.render(0);
    expect(Buffer.compare(await played.render(20), await alone.render(20))).toBe(0);
  });
});
