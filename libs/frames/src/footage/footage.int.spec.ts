import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FootageFile, probe } from '#libs/encode';
import { BLEND_MODES } from '#libs/template';
import { temporaryFolder } from '#libs/testing';
import { type FrameRenderer, openFrameRenderer } from '../frame-renderer.js';
import { psnr } from '../testing/psnr.js';
import { reduced, SIZE, timelineOf } from '../testing/spec-renderers.js';

const run = promisify(execFile);
const ADDRESS = 'https://example.com/';
const GROWING = [
  { time: 0, value: 100 },
  { time: 1, value: 320 },
];
let folder: string;
const footageFiles = new Map<string, FootageFile>();
const opened: FrameRenderer[] = [];

beforeAll(async () => {
  folder = temporaryFolder('footage');
  const lossless = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', '-colorspace', 'bt709'];
  // Luma encodes the number of the picture: 16 + 4n, for one second.
  await make('counted', "color=black:s=320x180:r=24:d=1,format=yuv420p,geq=lum='16+4*N':cb=128:cr=128", lossless);
  await make('moving', 'testsrc2=s=320x180:r=25:d=3', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '40']);
  // White in the left half, half transparent in the next quarter, then transparent black.
  const shades = "color=black:s=320x180:r=24:d=2,format=rgba,geq=r='if(lt(X,240),255,0)':g='if(lt(X,240),255,0)'";
  const alpha = "b='if(lt(X,240),255,0)':a='if(lt(X,160),255,if(lt(X,240),128,0))'";
  await make('sticker', `${shades}:${alpha}`, ['-c:v', 'qtrle', '-pix_fmt', 'argb', '-f', 'mov']);
  const flicker = "geq=r='128+127*sin(N+X/9)':g='128+127*cos(N+Y/7)':b='X/2':a='128+127*sin((X+Y)/20+N)'";
  await make('glow', `color=black:s=320x180:r=24:d=2,format=rgba,${flicker}`, ['-c:v', 'png', '-f', 'mov']);
  // Colors within those of RGB, without fine lines: others lose more on their way through RGB than filters differ.
  const soft = 'testsrc2=s=320x180:r=25:d=1,boxblur=2,eq=contrast=0.7:saturation=0.7';
  await make('soft', soft, ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  await make('still', 'testsrc2=s=320x180:r=24:d=0.04', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  // Dark at the left, bright at the right, in four columns.
  const columns = "color=black:s=320x180:r=24:d=0.3,format=yuv420p,geq=lum='40+50*floor(X/80)':cb=128:cr=128";
  await make('columns', columns, lossless);
});
afterEach(async () => {
  for (const renderer of opened.splice(0)) await renderer.close();
});

async function make(name: string, lavfi: string, options: readonly string[]): Promise<void> {
  const file = path.join(folder, `${name}.mp4`);
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', lavfi, ...options, file]);
  footageFiles.set(`${ADDRESS}${name}`, new FootageFile(file, await probe(file)));
}

async function open(...layers: object[]): Promise<FrameRenderer> {
  return openPages([{ duration: 2, layers }]);
}

async function openPages(pages: readonly object[], size = SIZE): Promise<FrameRenderer> {
  const numbered = pages.map((page, index) => ({ number: index + 1, background_color: '#000000', ...page }));
  const none = (): string => '';
  const footage = (url: string) => footageFiles.get(url)!;
  const timeline = timelineOf({ ...size, pages: numbered });
  const renderer = await openFrameRenderer(timeline, { image: none, font: none, footage });
  opened.push(renderer);
  return renderer;
}

function video(name: string, properties: object = {}): object {
  return { name, type: 'video', source_url: `${ADDRESS}${name}`, mute: true, ...properties };
}

/** Layers that Skia draws: all of a group in a group. */
function skiaGroup(layers: object[]): object {
  const inner = { name: 'by Skia', type: 'group', opacity: 0.999, layers };
  return { name: 'around it', type: 'group', opacity: 0.999, layers: [inner] };
}

async function lumaAt(renderer: FrameRenderer, frame: number, x: number, y: number): Promise<number> {
  return (await renderer.render(frame))[y * SIZE.width + x]!;
}

/** The picture of `counted` that each frame shows. */
async function countedAt(renderer: FrameRenderer, frames: readonly number[]): Promise<number[]> {
  const shown: number[] = [];
  for (const frame of frames) shown.push(((await lumaAt(renderer, frame, 160, 90)) - 16) / 4);
  return shown;
}

async function decodersOn(name: string): Promise<number> {
  const { stdout } = await run('ps', ['-eo', 'stat,args']);
  return stdout.split('\n').filter((line) => !line.startsWith('Z') && line.includes(path.join(folder, name))).length;
}

describe('a video layer', () => {
  it.each<[string, object, frames: number[], shown: number[]]>([
    ['from its first picture on', {}, [0, 1, 2, 17, 23], [0, 1, 2, 17, 23]],
    ['and keeps the last one', {}, [23, 24, 30, 47], [23, 23, 23, 23]],
    ['again and again', { loop: true }, [22, 23, 24, 25, 47], [22, 23, 0, 1, 23]],
    ['from a second on', { trim_start: 0.5 }, [0, 1, 11, 12], [12, 13, 23, 23]],
    ['up to a second', { trim_end: 0.25 }, [4, 5, 6, 20], [4, 5, 5, 5]],
    ['a part of it, again and again', { trim_start: 0.25, trim_end: 0.5, loop: true }, [0, 5, 6, 13], [6, 11, 6, 7]],
    ['twice as fast', { speed: 2 }, [0, 1, 5, 12], [0, 2, 10, 22]],
    ['at half its speed', { speed: 0.5 }, [2, 10, 20], [1, 5, 10]],
    ['from when its layer begins', { start: 0.5 }, [12, 13, 20], [0, 1, 8]],
    ['from a start between two frames', { start: 0.51 }, [13, 14, 20], [0, 1, 7]],
  ])('shows its footage %s', async (_case, properties, frames, shown) => {
    expect(await countedAt(await open(video('counted', properties)), frames)).toEqual(shown);
  });

  it.each<[string, object]>([
    ['filling the frame', {}],
    ['with round corners', { x: 40, y: 20, width: 200, height: 120, border_radius: 30 }],
    ['of odd size at odd pixels', { x: 13, y: 7, width: 161, height: 91 }],
    ['between pixels', { x: 13.3, y: 7.7, width: 160.4, height: 90.2, opacity: 0.6 }],
    ['turned', { x: 160, y: 90, anchor_x: 0.5, anchor_y: 0.5, width: 160, height: 90, rotation: 20 }],
    [
      'growing',
      {
        keyframes: {
          scale: [
            { time: 0, value: 0.3 },
            { time: 1, value: 1.1 },
          ],
        },
      },
    ],
    ['in a box that grows', { keyframes: { width: GROWING } }],
    [
      'shrinking far below half of its size',
      {
        keyframes: {
          scale: [
            { time: 0, value: 1.2 },
            { time: 1, value: 0.11 },
          ],
        },
      },
    ],
    ['looping', { trim_start: 0.3, trim_end: 0.9, loop: true }],
    ['in a box with round corners that grows', { border_radius: 14, x: 9.4, keyframes: { height: GROWING } }],
    ['blurred', { blur: 9, brightness: 0.7 }],
    ['blurred beyond its box', { x: 60, y: 40, width: 200, height: 100, blur: 5, rotation: 10 }],
    ['brightened, in other hues', { brightness: 1.4, contrast: 1.2, hue_rotate: 130, border_radius: 20 }],
    ['repeated', { width: 300, height: 170, image_size: 'contain repeat' }],
    ['four pixels wide', { scale: 0.0125, trim_start: 0.5 }],
    ['six pixels wide', { scale: 0.02, trim_start: 0.5 }],
    ['two pixels high', { y: 40, width: 300, height: 2, image_size: 'contain repeat', trim_start: 0.5 }],
  ])('gives the same frame whichever was drawn before: %s', async (_case, properties) => {
    const layers = [video('moving', properties)];
    const inOrder = await open(...layers);
    const whole: Buffer[] = [];
    for (let frame = 0; frame < 32; frame++) whole.push(Buffer.from(await inOrder.render(frame)));
    expect(new Set(whole.map((frame) => frame.toString('base64'))).size).toBeGreaterThan(10);
    const anywhere = await open(...layers);
    for (const frame of [31, 30, 5, 0, 1, 20]) {
      expect(Buffer.compare(await anywhere.render(frame), whole[frame]!)).toBe(0);
    }
  });

  it('fills the box of each layer, though others show the same picture elsewhere', async () => {
    const box = { width: 160, height: 60, trim_start: 1 };
    const repeated = video('moving', { ...box, y: 100, image_size: 'contain repeat' });
    const alone = await open(repeated);
    const beside = await open(video('moving', { ...box, image_size: 'contain', name: 'once' }), repeated);
    // A copy of 106 × 60 pixels stands in the middle, parts of others on both sides.
    for (const x of [5, 80, 150]) expect(await lumaAt(beside, 0, x, 130)).toBe(await lumaAt(alone, 0, x, 130));
    expect(await lumaAt(beside, 0, 5, 130)).toBeGreaterThan(20);
  });

  it('gives the same frame in a page that begins anywhere, through a cross-fade', async () => {
    const pages = [
      { duration: 1, layers: [video('moving', { x: 20, width: 200, height: 100, border_radius: 9 })] },
      { duration: 1.5, transition: { type: 'fade', duration: 0.5 }, layers: [video('moving', { trim_start: 1 })] },
    ];
    const inOrder = await openPages(pages);
    const whole: Buffer[] = [];
    for (let frame = 0; frame < 48; frame++) whole.push(Buffer.from(await inOrder.render(frame)));
    for (const from of [8, 17, 30]) {
      const part = await openPages(pages);
      for (let frame = from; frame < Math.min(48, from + 12); frame++) {
        expect(Buffer.compare(await part.render(frame), whole[frame]!)).toBe(0);
      }
    }
  });

  it.each<[string, object]>([
    ['in place', {}],
    ['with round corners', { x: 40, y: 20, width: 200, height: 120, border_radius: 30 }],
    ['of odd size', { x: 20, y: 8, width: 161, height: 91 }],
    ['cut', { x: 20, y: 8, width: 100, height: 160 }],
    ['repeated', { x: 20, y: 8, width: 280, height: 60, image_size: 'contain repeat', border_radius: 10 }],
    ['in a box that grows', { keyframes: { width: GROWING } }],
    ['in a box with round corners that grows', { border_radius: 20, keyframes: { width: GROWING } }],
    ['letterboxed in a box that grows', { image_size: 'contain', border_radius: 9, keyframes: { width: GROWING } }],
    ['in a gray box that grows', { saturation: 0, x: 13.3, keyframes: { height: GROWING } }],
    ['letterboxed', { x: 20, y: 8, width: 100, height: 160, image_size: 'contain' }],
    ['turned', { x: 160, y: 90, anchor_x: 0.5, anchor_y: 0.5, width: 160, height: 90, rotation: 20 }],
  ])('looks the same drawn by the kernel and by Skia: %s', async (_case, properties) => {
    const byKernel = await open(video('moving', properties));
    const bySkia = await open(skiaGroup([video('moving', properties)]));
    for (const frame of [0, 20]) {
      const expected = Buffer.from(await bySkia.render(frame));
      expect(psnr(await byKernel.render(frame), expected)).toBeGreaterThan(38);
    }
  });

  it.each<[string, group: object, label?: object]>([
    ['in place', {}],
    ['turned', { rotation: -8 }],
    ['turned and enlarged', { rotation: 12, scale: 1.3 }],
    ['half transparent', { opacity: 0.5 }],
    ['cut to its box', { clip: true, opacity: 0.9 }],
    ['in another blend mode', { blend_mode: 'multiply' }],
    ['masked', { mask: { layer: 'round' } }],
    ['gray', { saturation: 0 }],
    ['brightened, in other hues', { brightness: 1.5, hue_rotate: 60 }],
    ['out of focus', { blur: 4 }],
    ['out of focus, turned and in other colors', { blur: 2, rotation: 12, saturation: 0.4, brightness: 1.2 }],
    ['blurred within its box', { blur: 6, blur_edge: 'duplicate' }],
    ['blurred beyond the frame', { blur: 9, x: 40 }],
    ['of layers that blend', {}, { blend_mode: 'multiply' }],
    ['of layers that blend with nothing below', {}, { blend_mode: 'screen', y: -30 }],
  ])('in a group looks the same composited by the kernel and by Skia: %s', async (_case, ...[properties, blended]) => {
    const place = { x: 160, y: 90, anchor_x: 0.5, anchor_y: 0.5, width: 200, height: 140, opacity: 0.98 };
    const plate = { name: 'plate', type: 'shape', width: 200, height: 140, fill_color: '#e2b04a', border_radius: 12 };
    const moving = video('moving', { x: 10, y: 10, width: 180, height: 100, border_radius: 8, trim_start: 1 });
    const label = { name: 'label', type: 'text', text: 'Noor', x: 10, y: 104, width: 180, font_size: 24, ...blended };
    const round = { name: 'round', type: 'shape', shape: 'ellipse', x: 60, y: 20, width: 200, height: 150 };
    const ground = { name: 'ground', type: 'shape', fill_color: 'linear-gradient(#1b2153, #d97c7b)' };
    const group = { name: 'frame', type: 'group', ...place, ...properties };
    const isMasked = 'mask' in properties;
    const page = (layers: object[]): object[] => [ground, ...(isMasked ? [round] : []), { ...group, layers }];
    const byKernel = await open(...page([plate, moving, label]));
    const whole = { name: 'by Skia', type: 'group', width: 200, height: 140, opacity: 0.999 };
    const bySkia = await open(...page([{ ...whole, layers: [plate, moving, label] }]));
    for (const frame of [0, 20]) {
      const expected = Buffer.from(await bySkia.render(frame));
      expect(psnr(await byKernel.render(frame), expected)).toBeGreaterThan(38);
    }
  });

  it('with an alpha shows what lies below, however it is drawn', async () => {
    const ground = { name: 'ground', type: 'shape', fill_color: '#404040' };
    const below = 16 + (219 * 64) / 255;
    const wanted = [235, below + (235 - below) * (128 / 255), below];
    for (const layers of [
      [ground, video('sticker')],
      [ground, video('sticker', { border_radius: 20 })],
      [skiaGroup([ground, video('sticker')])],
      [ground, { name: 'moving', type: 'group', layers: [video('sticker', { loop: true })] }],
    ]) {
      const frame = await (await open(...layers)).render(3);
      const shown = [80, 200, 280].map((x) => frame[90 * SIZE.width + x]!);
      shown.forEach((luma, index) => expect(Math.abs(luma - wanted[index]!)).toBeLessThanOrEqual(2));
    }
  });

  it.each<[string, object]>([
    ['in place', {}],
    [
      'with round corners, half transparent',
      { x: 41, y: 20, width: 201, height: 120, border_radius: 30, opacity: 0.5 },
    ],
    ['turned', { x: 160, y: 90, anchor_x: 0.5, anchor_y: 0.5, width: 160, height: 90, rotation: 20 }],
    ['growing', { keyframes: { scale: [{ time: 0, value: 0.6 }, { time: 1, value: 1.1 }] } }], // prettier-ignore
    ['masked', { mask: { layer: 'round' } }],
  ])(
    'with an alpha looks the same by the kernel and by Skia, whatever was drawn before: %s',
    async (_case, properties) => {
      const ground = { name: 'ground', type: 'shape', fill_color: 'linear-gradient(#1b2153, #d97c7b)' };
      const round = { name: 'round', type: 'shape', shape: 'ellipse', x: 60, y: 20, width: 200, height: 150 };
      const masks = 'mask' in properties ? [round] : [];
      const layers = [ground, ...masks, video('glow', properties)];
      const byKernel = await open(...layers);
      const painted =
        masks.length > 0 ? { ...skiaGroup([video('glow')]), ...properties } : skiaGroup([video('glow', properties)]);
      const bySkia = await open(ground, ...masks, painted);
      const frames: Buffer[] = [];
      for (const frame of [0, 7, 20]) {
        frames.push(Buffer.from(await byKernel.render(frame)));
        const expected = Buffer.from(await bySkia.render(frame));
        expect(psnr(frames.at(-1)!, expected)).toBeGreaterThan(38);
      }
      const fresh = await open(...layers);
      expect(Buffer.compare(await fresh.render(20), frames[2]!)).toBe(0);
    },
  );

  it.each([3, 12, 57])('turned by %i° is nearer to its shape at fourfold size than by Skia', async (rotation) => {
    const times = async (n: number, by: 'kernel' | 'Skia'): Promise<Uint8Array> => {
      const place = { x: 160 * n, y: 90 * n, anchor_x: 0.5, anchor_y: 0.5, width: 200 * n, height: 130 * n, rotation };
      const layer = video('moving', place);
      const size = { width: SIZE.width * n, height: SIZE.height * n };
      const renderer = await openPages([{ duration: 1, layers: [by === 'Skia' ? skiaGroup([layer]) : layer] }], size);
      return (await renderer.render(9)).slice(0, size.width * size.height);
    };
    const truth = reduced(await times(4, 'Skia'), 4);
    expect(psnr(await times(1, 'kernel'), truth)).toBeGreaterThan(psnr(await times(1, 'Skia'), truth));
  });

  it.each<[string, object, lumas: number[]]>([
    ['cover shows the middle', {}, [90, 90, 140, 140]],
    ['cover shows the left', { position: 'left center' }, [40, 40, 90, 90]],
    ['cover shows the right', { position: 'right top' }, [140, 140, 190, 190]],
    ['contain shows all', { image_size: 'contain' }, [40, 90, 140, 190]],
    ['auto shows it as large as it is', { image_size: 'auto', position: 'left top' }, [40, 40, 90, 90]],
  ])('%s', async (_case, properties, lumas) => {
    const renderer = await open(video('columns', { width: 160, height: 180, ...properties }));
    const frame = await renderer.render(0);
    const shown = [20, 60, 100, 140].map((x) => frame[90 * SIZE.width + x]!);
    shown.forEach((luma, index) => expect(Math.abs(luma - lumas[index]!)).toBeLessThanOrEqual(2));
  });

  it('draws its opacity and what lies above it', async () => {
    const above = { name: 'bar', type: 'shape', x: 100, y: 60, width: 80, height: 40, fill_color: '#ffffff' };
    const renderer = await open(video('columns', { opacity: 0.5 }), above);
    const frame = await renderer.render(3);
    expect(Math.abs(frame[20 * SIZE.width + 300]! - (16 + (190 - 16) / 2))).toBeLessThanOrEqual(1);
    expect(frame[80 * SIZE.width + 140]).toBe(235);
  });

  it.each<[string, object]>([
    ['darkened', { brightness: 0.5 }],
    ['without light', { brightness: 0 }],
    ['brightened', { brightness: 1.6 }],
    ['with less contrast', { contrast: 0.4 }],
    ['with more contrast', { contrast: 1.8 }],
    ['gray', { saturation: 0 }],
    ['in strong colors', { saturation: 2.5 }],
    ['in other hues', { hue_rotate: 110 }],
    ['in all of them', { brightness: 1.3, contrast: 0.8, saturation: 1.7, hue_rotate: -40 }],
    ['a little blurred', { blur: 1.5 }],
    ['blurred', { blur: 6 }],
    ['blurred as much as the kernel does', { blur: 12.8 }],
    ['blurred and darkened', { blur: 9, brightness: 0.6, saturation: 0.5 }],
    ['blurred with bars beside it', { blur: 6, image_size: 'contain', width: 320, height: 220 }],
    ['blurred beyond its box', { blur: 5, x: 70, y: 45, width: 180, height: 90 }],
    ['blurred beyond its round corners', { blur: 3, x: 70, y: 45, width: 180, height: 90, border_radius: 24 }],
    ['darkened under round corners', { brightness: 0.5, x: 70, y: 45, width: 180, height: 90, border_radius: 24 }],
    ['half transparent', { brightness: 1.4, opacity: 0.5 }],
  ])('looks the same through the filters of the kernel and of Skia: %s', async (_case, properties) => {
    const byKernel = await open(video('soft', properties));
    const bySkia = await open(skiaGroup([video('soft', properties)]));
    const painted = byKernel.stats.rastersPainted;
    for (const frame of [0, 20]) {
      const expected = Buffer.from(await bySkia.render(frame));
      expect(psnr(await byKernel.render(frame), expected)).toBeGreaterThan(45);
    }
    expect(byKernel.stats.rastersPainted - painted).toBe(1);
  });

  it.each(BLEND_MODES.filter((mode) => mode !== 'normal'))(
    'looks the same blended by the kernel and by Skia: %s',
    async (blend_mode) => {
      const ground = { name: 'ground', type: 'shape', fill_color: 'linear-gradient(90deg, #c2415b, #e2a03f, #0f766e)' };
      const layers = [ground, video('soft', { blend_mode, opacity: 0.8, x: 20, width: 240 })];
      const [byKernel, bySkia] = [await open(...layers), await open(skiaGroup(layers))];
      for (const frame of [0, 20]) {
        const expected = Buffer.from(await bySkia.render(frame));
        expect(psnr(await byKernel.render(frame), expected)).toBeGreaterThan(45);
      }
    },
  );

  it('in a box that grows is painted once, however its corners are', async () => {
    const renderer = await open(video('moving', { border_radius: 12, keyframes: { width: GROWING } }));
    await renderer.render(0);
    const { rastersPainted } = renderer.stats;
    for (let frame = 1; frame < 24; frame++) await renderer.render(frame);
    expect(renderer.stats.rastersPainted - rastersPainted).toBeLessThanOrEqual(1);
  });

  it('looks the same decoded small where it is blurred as decoded whole', async () => {
    const blur = (last: number): object => ({
      keyframes: {
        blur: [
          { time: 1.5, value: 12 },
          { time: 1.9, value: last },
        ],
      },
    });
    const [small, whole] = [await open(video('moving', blur(12))), await open(video('moving', blur(0)))];
    for (const frame of [0, 20]) {
      const expected = Buffer.from(await whole.render(frame));
      expect(psnr(await small.render(frame), expected)).toBeGreaterThan(45);
    }
  });

  it('does not jump where it begins to be decoded larger', async () => {
    const scale = [
      { time: 0, value: 0.2 },
      { time: 0.5, value: 0.2 },
      { time: 1, value: 1 },
    ];
    const renderer = await open(video('still', { keyframes: { scale } }));
    const before = Buffer.from(await renderer.render(11));
    expect(psnr(await renderer.render(12), before)).toBeGreaterThan(45);
    const painted = renderer.stats.rastersPainted;
    for (let frame = 13; frame < 24; frame++) await renderer.render(frame);
    expect(renderer.stats.rastersPainted - painted).toBeLessThanOrEqual(2);
  });

  it('is decoded once for layers that show nearly the same time of a file', async () => {
    const wall = [0, 0.5, 1, 1.5].map((trim_start, i) => {
      const place = { x: 160 * (i % 2), y: 90 * (i >> 1), width: 160, height: 90 };
      return video('moving', { name: `clip ${i}`, trim_start, ...place });
    });
    const together = await open(...wall);
    const frames: Buffer[] = [];
    for (let frame = 0; frame < 30; frame++) {
      frames.push(Buffer.from(await together.render(frame)));
      if (frame === 1) expect(await decodersOn('moving.mp4')).toBe(1);
    }
    for (const [i, layer] of wall.entries()) {
      const alone = await open(layer);
      const at = (30 + 90 * (i >> 1)) * SIZE.width + 160 * (i % 2);
      for (const frame of [0, 3, 29]) {
        const expected = (await alone.render(frame)).subarray(at, at + 160);
        expect(Buffer.compare(frames[frame]!.subarray(at, at + 160), expected)).toBe(0);
      }
    }
  });

  it('is decoded apart for layers that show times far from each other', async () => {
    const far = [0, 2.2].map((trim_start, i) => video('moving', { name: `clip ${i}`, trim_start }));
    const renderer = await open(...far);
    await renderer.render(0);
    expect(await decodersOn('moving.mp4')).toBe(2);
  });

  it('decodes only what is in view, and nothing once it is closed', async () => {
    const late = video('moving2', { source_url: `${ADDRESS}moving`, start: 0.1, width: 100 });
    const renderer = await openPages([
      { duration: 0.5, layers: [video('moving'), late] },
      { duration: 0.5, layers: [] },
    ]);
    await renderer.render(1);
    expect(await decodersOn('moving.mp4')).toBe(1);
    await renderer.render(8);
    expect(await decodersOn('moving.mp4')).toBe(2);
    await renderer.render(14);
    expect(await decodersOn('moving.mp4')).toBe(0);
    await renderer.render(9);
    await renderer.close();
    expect(await decodersOn('moving.mp4')).toBe(0);
  });

  it('names the layer of footage that cannot be decoded', async () => {
    await make('broken', 'testsrc2=s=64x64:r=24:d=1', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
    await writeFile(path.join(folder, 'broken.mp4'), 'nothing of the kind');
    const renderer = await open(video('broken'));
    await expect(renderer.render(0)).rejects.toMatchObject({
      code: 'ASSET_UNSUPPORTED',
      path: 'pages[0].layers[0] "broken"',
    });
  });
});
