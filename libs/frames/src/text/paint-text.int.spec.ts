import { describe, expect, it } from '@jest/globals';
import type { LayerContent } from '#libs/template';
import { sample } from '#libs/timeline';
import type { Drawing, LayerBox } from '../drawing.js';
import { FontLibrary } from '../fonts/font-library.js';
import { drawTextLayer } from '../layers/text.js';
import { type Context, createCanvas } from '../skia.js';
import { HEADLINE, SIZE, timelineOf } from '../testing/spec-renderers.js';

const fonts = new FontLibrary();

/** A text as it is laid out. */
function drawn(look: object): { drawing: Drawing; box: LayerBox } {
  const [node] = sample(timelineOf({ layers: [{ ...HEADLINE, x: 0, y: 0, ...SIZE, ...look }] }), 0).pages[0]!.nodes;
  return { drawing: drawTextLayer(node!.layer as LayerContent<'text'>, node!.box, fonts), box: node!.box };
}

/** The pixels of what is painted, RGBA and not premultiplied. */
function pixelsOf(paint: (context: Context) => void, scale = 1): Uint8ClampedArray {
  const [width, height] = [SIZE.width * scale, SIZE.height * scale];
  const context = createCanvas(width, height).getContext('2d');
  context.scale(scale, scale);
  paint(context);
  return context.getImageData(0, 0, width, height).data;
}

/** The same on a gray page. */
function onGray(paint: (context: Context) => void): Uint8ClampedArray {
  return pixelsOf((context) => {
    context.fillStyle = '#777777';
    context.fillRect(0, 0, SIZE.width, SIZE.height);
    paint(context);
  });
}

/** The sum of the coverage of all pixels, px. */
function ink(look: object, scale = 1): number {
  const { drawing } = drawn(look);
  const pixels = pixelsOf((context) => drawing.paint(context, {}), scale);
  let sum = 0;
  for (let at = 3; at < pixels.length; at += 4) sum += pixels[at]!;
  return sum / 255 / scale ** 2;
}

describe('letters', () => {
  const colors = ['black', 'white', '#e11d48', '#facc15', '#1d4ed8', 'linear-gradient(90deg, black, white 80%)'];
  const gradients = ['radial-gradient(circle, white, yellow)', 'conic-gradient(from 40deg, black, navy, black)'];
  const all = [...colors, ...gradients, 'radial-gradient(white, lime)'];

  it.each([16, 24, 32, 48, 64, 110].flatMap((size) => [400, 700].map((weight) => [size, weight] as const)))(
    'have the weight of their shapes in every color: %d px, %d',
    (font_size, weight) => {
      const look = { font_size, weight, text: font_size > 40 ? 'Rag' : 'Hamburgefonstiv' };
      // Letters above 256 px are filled as shapes.
      const shape = ink(look, Math.ceil(400 / font_size));
      const ratios = all.map((text_color) => ink({ ...look, text_color }) / shape);
      // Hinting, which makes the height of small letters whole pixels, takes up to 3.2 %.
      expect(ratios.filter((ratio) => Math.abs(ratio - 1) > 0.035)).toEqual([]);
      expect(Math.max(...ratios) - Math.min(...ratios)).toBeLessThanOrEqual(0.01);
    },
  );

  it('have their color exactly', () => {
    for (const text_color of ['#000000', '#ffffff', '#e11d48', '#4a5568', '#fefefe', '#10b981']) {
      const { drawing } = drawn({ text_color, weight: 900, font_size: 80, text: 'HI' });
      const pixels = pixelsOf((context) => drawing.paint(context, {}));
      const rgb = [1, 3, 5].map((at) => Number.parseInt(text_color.slice(at, at + 2), 16));
      let [count, wrong] = [0, 0];
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] !== 255) continue;
        count += 1;
        if (rgb.some((value, channel) => pixels[at + channel] !== value)) wrong += 1;
      }
      expect(count).toBeGreaterThan(1000);
      expect(wrong).toBe(0);
    }
  });
});

describe('a text in pieces at rest', () => {
  const look = { text: 'tiptop j', font_size: 60, font_family: 'Playfair Display', tracking: -3 };
  it.each([
    ['an outline', { outline_width: 'thick', outline_color: 'white', text_color: '#e11d48' }],
    ['a hard shadow', { text_shadow: '6px 4px 0 black', text_color: 'white' }],
    [
      'both',
      { text_shadow: '6px 4px 0 black', outline_width: 'medium', outline_color: 'white', text_color: '#e11d48' },
    ],
    ['a soft shadow', { text_shadow: '0 4px 12px rgba(0,0,0,.6)', text_color: 'white' }],
    ['a glow', { text_shadow: '0 0 30px #e11d48', text_color: 'white' }],
    [
      'several shadows',
      { text_shadow: '2px 2px 0 red, 6px 6px 0 rgba(0,0,255,0.5), 0 0 9px black', text_color: 'lime' },
    ],
    ['an underline', { underline: true, text_color: '#e11d48', tracking: 0 }],
  ])('looks as it does in one piece, with %s', (_, more) => {
    for (const by of ['letter', 'word', 'line'] as const) {
      const { drawing } = drawn({ ...look, ...more });
      const whole = onGray((context) => drawing.paint(context, {}));
      const pieces = drawing.cut!(by).pieces.map(({ parts }) => parts.filter(({ only }) => only !== 'translucent'));
      const cut = onGray((context) => {
        for (const level of pieces[0]!.keys()) for (const parts of pieces) parts[level]!.paint(context);
      });
      const most = whole.reduce((found, value, i) => Math.max(found, Math.abs(value - cut[i]!)), 0);
      expect(most).toBeLessThanOrEqual(8);
    }
  });
});

describe('a piece that fades', () => {
  it.each([
    ['an outline', { outline_width: 'thick', outline_color: 'black', text_color: 'white' }],
    ['a shadow', { text_shadow: '5px 5px 3px black', text_color: 'white' }],
    ['both', { text_shadow: '5px 5px 3px black', outline_width: 'medium', outline_color: 'lime', text_color: 'white' }],
  ])('shows through its letters what is below the text, and not %s', (_, more) => {
    const { drawing } = drawn({ text: 'tiptop', font_size: 60, weight: 900, ...more });
    const faded = (paint: (context: Context) => void): ((context: Context) => void) => {
      const canvas = createCanvas(SIZE.width, SIZE.height);
      paint(canvas.getContext('2d'));
      return (context) => {
        context.globalAlpha = 0.5;
        context.drawImage(canvas, 0, 0);
      };
    };
    const whole = onGray(faded((context) => drawing.paint(context, {})));
    const [piece] = drawing.cut!('line').pieces;
    const parts = piece!.parts.filter(({ only }) => only !== 'opaque');
    const cut = onGray((context) => parts.forEach((part) => faded((own) => part.paint(own))(context)));
    // Edges of letters are blended twice.
    expect(whole.reduce((found, value, i) => Math.max(found, Math.abs(value - cut[i]!)), 0)).toBeLessThanOrEqual(10);
  });
});

describe('translucent letters', () => {
  it.each(['rgba(255, 255, 255, 0.5)', 'linear-gradient(rgba(0, 0, 0, 0.4), rgba(0, 0, 0, 0.4))', 'transparent'])(
    'show nothing of their outline: %s',
    (text_color) => {
      const look = { text: 'teammate', font_size: 60, weight: 700, text_color };
      const { drawing } = drawn({ ...look, outline_width: 'medium', outline_color: '#ff0000' });
      const outlined = pixelsOf((context) => drawing.paint(context, {}));
      const plain = pixelsOf((context) => drawn(look).drawing.paint(context, {}));
      const shapes = pixelsOf((context) => drawn({ ...look, text_color: 'black' }).drawing.paint(context, {}));
      let [inside, wrong] = [0, 0];
      for (let at = 0; at < shapes.length; at += 4) {
        if (shapes[at + 3] !== 255) continue;
        inside += 1;
        if ([0, 1, 2, 3].some((channel) => outlined[at + channel] !== plain[at + channel])) wrong += 1;
      }
      expect(inside).toBeGreaterThan(1000);
      expect(wrong).toBe(0);
    },
  );
});

describe('an underline', () => {
  /** The columns of a line that the underline covers: those that change with it below the baseline. */
  function ruledColumns(look: object): boolean[] {
    const [plain, ruled] = [look, { ...look, underline: true }].map((each) =>
      pixelsOf((context) => drawn(each).drawing.paint(context, {})),
    );
    return Array.from({ length: SIZE.width }, (_, x) =>
      Array.from({ length: SIZE.height }, (_row, y) => (y * SIZE.width + x) * 4 + 3).some(
        (at) => ruled![at]! - plain![at]! > 200,
      ),
    );
  }

  it('is interrupted by letters that cross it, on both sides of each', () => {
    const look = { font_size: 60, text: 'nnnpnnn' };
    const columns = ruledColumns(look);
    const [from, to] = [columns.indexOf(true), columns.lastIndexOf(true)];
    const gap = columns.slice(from, to).filter((isRuled) => !isRuled).length;
    expect(gap).toBeGreaterThan(8);
    expect(gap).toBeLessThan(30);
    expect(ruledColumns({ ...look, text: 'nnnnnnn' }).slice(10, 200)).not.toContain(false);
  });

  it('runs on below letters that stand on it everywhere', () => {
    expect(ruledColumns({ font_size: 60, text: '骨日本', font_family: 'Noto Sans JP' }).slice(10, 150)).not.toContain(
      false,
    );
  });
});
