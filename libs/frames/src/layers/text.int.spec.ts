import { describe, expect, it } from '@jest/globals';
import { HEADLINE, SIZE, specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

const TEXT = { ...HEADLINE, x: 60, y: 40, width: 200, height: 100, font_size: 24, text: 'Hx' };

interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bounds of the pixels that are darker than the white page, px. */
async function inkOf(text: object): Promise<Bounds> {
  return inkIn(await renderers.frame({ layers: [{ ...TEXT, ...text }] }));
}

async function frameOf(text: object): Promise<Buffer> {
  return renderers.frame({ layers: [{ ...TEXT, ...text }] });
}

/** Whether a frame has a color that is not a shade of gray. */
function hasColors(frame: Uint8Array): boolean {
  return frame.subarray(SIZE.width * SIZE.height).some((value) => Math.abs(value - 128) > 12);
}

function inkIn(frame: Uint8Array): Bounds {
  const ink: Bounds = { left: Infinity, top: Infinity, right: -1, bottom: -1 };
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    if (frame[i]! > 200) continue;
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    ink.left = Math.min(ink.left, x);
    ink.top = Math.min(ink.top, y);
    ink.right = Math.max(ink.right, x + 1);
    ink.bottom = Math.max(ink.bottom, y + 1);
  }
  return ink;
}

describe('a text layer', () => {
  it('is aligned in its box across and down', async () => {
    const near = (actual: number, expected: number): void => expect(Math.abs(actual - expected)).toBeLessThanOrEqual(3);
    near((await inkOf({})).left, 60);
    const centered = await inkOf({ align: 'center', vertical_align: 'middle' });
    near((centered.left + centered.right) / 2, 160);
    near((centered.top + centered.bottom) / 2, 90);
    near((await inkOf({ align: 'right' })).right, 260);
    const [top, bottom] = [await inkOf({}), await inkOf({ vertical_align: 'bottom' })];
    expect(bottom.top - top.top).toBe(Math.round(100 - 24 * 1.2));
  });

  it.each([
    ['start', 'Hx', 'left'],
    ['end', 'Hx', 'right'],
    ['start', 'مساء الخير', 'right'],
    ['end', 'مساء الخير', 'left'],
    [undefined, 'Hx', 'left'],
    [undefined, '12 שלום Hx', 'right'],
  ])('with align %s begins where its paragraph begins: %s', async (align, text, side) => {
    expect(await inkOf({ text, ...(align && { align }) })).toEqual(await inkOf({ text, align: side }));
  });

  it('has every paragraph at the edge where it begins', async () => {
    const { left, right } = await inkOf({ text: 'Hx\nשלום' });
    expect([left - 60, 260 - right].every((gap) => gap >= 0 && gap <= 3)).toBe(true);
  });

  it('keeps its padding on every side', async () => {
    const [plain, padded] = [await inkOf({}), await inkOf({ padding: 20 })];
    expect([padded.left - plain.left, padded.top - plain.top]).toEqual([20, 20]);
  });

  it.each([
    ...['في', 'مرحبًا', 'ہیں', 'שָׁלוֹם', 'ที่นี่ กู่', 'हिन्दी र्कूँ', 'ខ្មែរ', 'မြန်မာ ကြိုး', 'ਪੰਜਾਬੀ', 'ଓଡ଼ିଆ', 'සිංහල', 'ꦗꦮ'],
    ...['ẤỆ a\u0323\u0302\u0301', 'Åj', '👩🏽‍🚀', '骨'],
  ])('draws the marks of %s whole, however low its box', async (text) => {
    const frames: Buffer[] = [];
    for (const box of [
      { y: 85, height: 10 },
      { y: 0, height: 180 },
    ]) {
      const layer = { ...TEXT, ...box, text, font_family: 'Noto Sans', font_size: 48, vertical_align: 'middle' };
      frames.push(await renderers.frame({ layers: [layer] }));
    }
    expect(Buffer.compare(frames[0]!, frames[1]!)).toBe(0);
  });

  it.each([
    ['a tab', 'a blank', 'H\tx', 'H x'],
    ['a control character', 'nothing', 'H\u0007x\u0090', 'Hx'],
  ])('draws %s as %s', async (_what, _as, text, like) => {
    expect(Buffer.compare(await frameOf({ text }), await frameOf({ text: like }))).toBe(0);
  });

  it('looks the same after texts of any direction', async () => {
    const draw = async (text: string): Promise<Buffer> => {
      return renderers.frame({
        layers: [{ ...TEXT, text, font_family: 'Playfair Display', align: 'center' }],
      });
    };
    const before = await draw('AVAToWa Ty.');
    await draw('مساء الخير');
    expect(Buffer.compare(await draw('AVAToWa Ty.'), before)).toBe(0);
  });

  it.each([['Evening'], ['مساء الخير']])('is painted once while it moves: %s', async (text) => {
    const x = { keyframes: { x: [{ time: 0, value: 40 }, { time: 1, value: 90 }] } }; // prettier-ignore
    const renderer = await renderers.render({ layers: [{ ...TEXT, ...x, text }] });
    for (const frame of [0, 5, 10]) await renderer.render(frame);
    expect(renderer.stats.rastersPainted).toBe(1);
  });

  it('puts lines a line height apart', async () => {
    const [one, three] = [await inkOf({}), await inkOf({ text: 'Hx\nHx\nHx', line_height: 1.5 })];
    expect(three.bottom - three.top - (one.bottom - one.top)).toBe(2 * 24 * 1.5);
  });

  it('shrinks to fit its box, and grows only to its font size', async () => {
    const long = 'Every word of this sentence must be seen inside of the box it was given';
    const fitted = await inkOf({ text: long, font_size: 80, fit_text: 'shrink' });
    expect(fitted.left).toBeGreaterThanOrEqual(58);
    expect(fitted.right).toBeLessThanOrEqual(262);
    expect(fitted.bottom).toBeLessThanOrEqual(140);
    expect(fitted.bottom - fitted.top).toBeGreaterThan(70);
    expect(await inkOf({ fit_text: 'shrink' })).toEqual(await inkOf({}));
  });

  it.each([
    ['a word across', 'Hamburg', {}],
    ['a letter down', 'H', { width: 300 }],
    ['lines', 'Every word of this sentence must be seen inside of the box it was given', {}],
    ['right to left', 'مساء الخير', {}],
  ])('fills its box whatever its font size: %s', async (_, text, box) => {
    const small = await inkOf({ text, ...box, fit_text: true, font_size: 10 });
    expect(await inkOf({ text, ...box, fit_text: true, font_size: 200 })).toEqual(small);
    expect(await inkOf({ text, ...box, fit_text: 'shrink', font_size: 2000 })).toEqual(small);
    const filled = Math.max((small.right - small.left) / 200, (small.bottom - small.top) / (100 * 0.6));
    expect(filled).toBeGreaterThan(0.85);
    expect(small.bottom).toBeLessThanOrEqual(142);
  });

  it('fills its box at the size of its end while it counts', async () => {
    const counting = {
      text: '88888',
      fit_text: true,
      font_variant_numeric: 'tabular-nums',
      enter: { type: 'count', duration: 0.5, easing: 'linear' },
    };
    const renderer = await renderers.render({ layers: [{ ...TEXT, ...counting }] });
    const heights: number[] = [];
    for (const frame of [1, 6, 20]) {
      const ink = inkIn(await renderer.render(frame));
      heights.push(ink.bottom - ink.top);
    }
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2); // round digits are higher than flat ones
  });

  it.each([
    ['left to right', '01111 H', {}],
    ['right to left', 'ש 01111 ש', {}],
    ['letters spread', '01111 H', { tracking: 4, font_family: 'Playfair Display' }],
  ])('does not move while it counts, and ends as it is without counting: %s', async (_, text, look) => {
    const count = { enter: { type: 'count', duration: 0.5, easing: 'linear' } };
    const renderer = await renderers.render({ layers: [{ ...TEXT, ...look, text, ...count }] });
    const widths: number[] = [];
    for (let frame = 1; frame < 12; frame++) {
      const { left, right } = inkIn(await renderer.render(frame));
      widths.push(right - left);
    }
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
    const end = Buffer.from(await renderer.render(20));
    expect(Buffer.compare(end, await frameOf({ ...look, text }))).toBe(0);
  });

  it('has figures of one width if it asks for them', async () => {
    const widthOf = async (text: string): Promise<number> => {
      const { left, right } = await inkOf({ text, font_variant_numeric: 'tabular-nums' });
      return right - left;
    };
    expect(Math.abs((await widthOf('H11111H')) - (await widthOf('H00000H')))).toBeLessThanOrEqual(1);
    const cut = { split: 'letter', type: 'slide', distance: 0, duration: 0.1 };
    const look = { text: 'a 1,118 b', font_variant_numeric: 'tabular-nums' };
    const [moved, rested] = [await inkOf({ ...look, enter: cut }), await inkOf(look)];
    expect(moved.right - rested.right).toBeLessThanOrEqual(1);
  });

  it.each(['✔', '☎', '❤', '☀', '✈', '☺', '▶', '☎\ufe0e', '😀\ufe0e', '❤ 12'])('draws %s as text', async (text) => {
    expect(hasColors(await frameOf({ text }))).toBe(false);
    expect((await inkOf({ text })).right).toBeGreaterThan(60);
  });

  it.each(['😀', '❤\ufe0f', '☀\ufe0f 12', '❤ ❤\ufe0f', '1\ufe0f\u20e3', '☎ 12 ☎\ufe0f'])(
    'draws the emoji of %s in color',
    async (text) => expect(hasColors(await frameOf({ text }))).toBe(true),
  );

  it('has lines of equal width when it is balanced', async () => {
    const text = 'mm mm mm mm mm';
    const [wrapped, balanced] = [await inkOf({ text }), await inkOf({ text, text_wrap: 'balance' })];
    expect(balanced.bottom).toBe(wrapped.bottom);
    expect(wrapped.right - balanced.right).toBeGreaterThan(10);
    expect(await inkOf({ text, text_wrap: 'balance', max_lines: 1 })).toEqual(await inkOf({ text, max_lines: 1 }));
  });

  it('runs over its box when overflow is visible, is cut off by clip, stops at an ellipsis', async () => {
    const long = {
      text: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen',
      font_size: 32,
    };
    expect((await inkOf(long)).bottom).toBeGreaterThan(150);
    expect((await inkOf({ ...long, overflow: 'clip' })).bottom).toBeLessThanOrEqual(140);
    expect((await inkOf({ ...long, overflow: 'ellipsis' })).bottom).toBeLessThanOrEqual(132);
    expect((await inkOf({ ...long, max_lines: 1 })).bottom).toBeLessThanOrEqual(80);
  });

  it.each([
    ['max_lines alone', { max_lines: 1, width: 220 }, 'Hamburgefonstiv Hamburgefonstiv', 'Hamburgefonsti…'],
    ['max_lines and ellipsis', { max_lines: 1, overflow: 'ellipsis', width: 170 }, 'mm Hamburgefonstiv', 'mm Hambur…'],
    ['a low box', { height: 30, overflow: 'ellipsis' }, 'mm\nHamburgefonstiv', 'mm…'],
    ['right to left', { max_lines: 1, width: 175 }, 'שלום עליכם ברוכים', 'שלום עליכם ב…'],
  ])('has an ellipsis after the letters that fit where it is cut by %s', async (_, box, text, shown) => {
    expect(await inkOf({ ...box, text })).toEqual(await inkOf({ ...box, text: shown }));
  });

  it('has no ellipsis where it is clipped', async () => {
    const long = { text: 'mm Hamburgefonstiv', width: 150, max_lines: 1, overflow: 'clip' };
    expect(await inkOf(long)).toEqual(await inkOf({ ...long, text: 'mm' }));
  });

  it('spreads letters by its tracking, without a gap after the last', async () => {
    const [plain, spaced] = [
      await inkOf({ text: 'HHHH', align: 'right' }),
      await inkOf({ text: 'HHHH', align: 'right', tracking: 10 }),
    ];
    expect(Math.abs(spaced.right - plain.right)).toBeLessThanOrEqual(1);
    expect(Math.abs(plain.left - spaced.left - 30)).toBeLessThanOrEqual(1);
  });

  it('fills justified lines to both edges, but not the last', async () => {
    const { left, right } = await inkOf({ text: 'mm mm mm mm mm mm\nmm', align: 'justify' });
    expect([Math.abs(left - 61) <= 2, Math.abs(right - 259) <= 2]).toEqual([true, true]);
    expect((await inkOf({ text: 'mm', align: 'justify' })).right).toBeLessThan(130);
  });

  it('draws its decorations, outline and shadow', async () => {
    const plain = await inkOf({});
    expect((await inkOf({ underline: true })).bottom).toBeGreaterThan(plain.bottom);
    expect((await inkOf({ overline: true })).top).toBeLessThan(plain.top);
    expect((await inkOf({ text: '\u00a0\u00a0', line_through: true })).right).toBeGreaterThan(60);
    expect((await inkOf({ outline_width: 'thick' })).left).toBeLessThan(plain.left);
    expect((await inkOf({ text_shadow: '40px 30px 0 black' })).bottom).toBe(plain.bottom + 30);
  });

  it.each(['letter', 'word', 'line'])('is one piece again when its last %s rests', async (split) => {
    const look = { text: 'Hx ab', text_shadow: '3px 2px 8px black', outline_width: 'thin', outline_color: '#e2b04a' };
    const enter = { type: 'slide', split, duration: 0.2, stagger: 0.05 };
    const renderer = await renderers.render({ layers: [{ ...TEXT, ...look, enter }] });
    const rest = await frameOf(look);
    const frames = { letter: 8, word: 5, line: 4 } as const; // 0.2 s, and 0.05 s more for each piece before
    const last = frames[split as keyof typeof frames];
    const moving = Buffer.from(await renderer.render(last));
    expect(Buffer.compare(moving, rest)).not.toBe(0);
    expect(Buffer.compare(Buffer.from(await renderer.render(last + 1)), rest)).toBe(0);
  });

  it.each([
    ['uppercase', 'straße', 'STRASSE'],
    ['lowercase', 'ÉCLAIR', 'éclair'],
    ['capitalize', 'it’s élan vital', 'It’s Élan Vital'],
  ])('is written in %s', async (text_transform, given, shown) => {
    const transformed = await frameOf({ text: given, text_transform });
    expect(Buffer.compare(transformed, await frameOf({ text: shown }))).toBe(0);
  });
});
