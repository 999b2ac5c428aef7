import { describe, expect, it } from '@jest/globals';
import { colorError, SIZE, specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

const RED = [255, 0, 0] as const;
const YELLOW = [255, 255, 0] as const;

const STYLE = { name: 'caption', x: 20, y: 40, width: 280, height: 100, font_size: 40, weight: 700 };

/** "one two" is spoken in the first half second, "three" in the last quarter. */
const CAPTION = {
  ...STYLE,
  type: 'caption',
  active_text_color: '#ff0000',
  cues: [
    { start: 0, end: 0.5, text: 'one two' },
    { start: 0.75, end: 1, text: 'three' },
  ],
};

const TEXT = { ...STYLE, type: 'text' };

/** Frames of a caption at 24 fps. */
async function framesOf(layer: object, frames: readonly number[]): Promise<Uint8Array[]> {
  return renderers.frames({ layers: [layer] }, frames);
}

/** The columns from the first to the last that hold a color. */
function columnsOf(frame: Uint8Array, rgb: readonly [number, number, number]): { from: number; to: number } {
  const columns = Array.from({ length: SIZE.width }, (_, x) => x).filter((x) =>
    Array.from({ length: SIZE.height }, (_, y) => y).some((y) => colorError(frame, [x, y], rgb) < 12),
  );
  return { from: columns[0] ?? -1, to: columns.at(-1) ?? -1 };
}

describe('a caption layer', () => {
  it('shows each cue as a text in its time span, and nothing between cues', async () => {
    const [first, none, last] = await framesOf(CAPTION, [11, 12, 18]);
    const [one] = await framesOf({ ...TEXT, text: 'one two' }, [0]);
    const [three] = await framesOf({ ...TEXT, text: 'three' }, [0]);
    expect(Buffer.compare(first!, one!)).toBe(0);
    expect(Buffer.compare(last!, three!)).toBe(0);
    expect(columnsOf(none!, [0, 0, 0])).toEqual({ from: -1, to: -1 });
  });

  it('is balanced unless it is wrapped', async () => {
    const text = 'mm mm mm mm';
    const cues = [{ start: 0, end: 1, text }];
    for (const text_wrap of ['balance', 'wrap']) {
      const [caption] = await framesOf({ ...CAPTION, cues, ...(text_wrap === 'wrap' && { text_wrap }) }, [0]);
      const [written] = await framesOf({ ...TEXT, text, text_wrap }, [0]);
      expect(Buffer.compare(caption!, written!)).toBe(0);
    }
    const [wrapped, balanced] = await Promise.all(
      ['wrap', 'balance'].map(async (text_wrap) => (await framesOf({ ...TEXT, text, text_wrap }, [0]))[0]!),
    );
    expect(Buffer.compare(wrapped!, balanced!)).not.toBe(0);
  });

  it('shows word after word', async () => {
    const [one, two] = await framesOf({ ...CAPTION, mode: 'word' }, [0, 11]);
    const [first] = await framesOf({ ...TEXT, text: 'one' }, [0]);
    const [second] = await framesOf({ ...TEXT, text: 'two' }, [0]);
    expect([Buffer.compare(one!, first!), Buffer.compare(two!, second!)]).toEqual([0, 0]);
  });

  it('highlights the spoken word in place, without moving the others', async () => {
    const [one, two] = await framesOf({ ...CAPTION, mode: 'highlight' }, [0, 11]);
    const [whole] = await framesOf({ ...TEXT, text: 'one two', text_color: '#ff0000' }, [0]);
    const [ofOne, ofTwo, ofBoth] = [columnsOf(one!, RED), columnsOf(two!, RED), columnsOf(whole!, RED)];
    expect(ofOne.from).toBe(ofBoth.from);
    expect(ofTwo.to).toBe(ofBoth.to);
    expect(ofOne.to).toBeLessThan(ofTwo.from);
    expect(columnsOf(one!, [0, 0, 0]).from).toBeGreaterThan(ofOne.to);
  });

  it('highlights a word with its marks, however far they reach', async () => {
    const arabic = { font_size: 40, cues: [{ start: 0, end: 1, text: 'فيٍ' }] };
    const [shown] = await framesOf({ ...CAPTION, ...arabic, mode: 'highlight' }, [0]);
    expect(columnsOf(shown!, RED).from).toBeGreaterThan(0);
    expect(columnsOf(shown!, [0, 0, 0])).toEqual({ from: -1, to: -1 });
  });

  it.each([
    ['uppercase that is longer', { text_transform: 'uppercase', cues: [{ start: 0, end: 1, text: 'straße zwei' }] }, 0],
    ['a line break', { cues: [{ start: 0, end: 1, text: 'first\nsecond' }] }, 23],
    ['right to left', { cues: [{ start: 0, end: 1, text: 'שלום עולם' }] }, 0],
  ])('puts a plate behind the word in spite of %s', async (_, caption, frame) => {
    const plate = { active_text_color: '#ffff00', active_background_color: '#ffff00' };
    const [shown] = await framesOf({ ...CAPTION, font_size: 30, mode: 'highlight', ...caption, ...plate }, [frame]);
    const { from, to } = columnsOf(shown!, YELLOW);
    expect(to - from).toBeGreaterThan(40);
    expect(to - from).toBeLessThan(170);
  });

  const PLATE = { active_text_color: '#ffff00', active_background_color: '#ffff00', mode: 'highlight' };
  const OUTLINED = { text_color: '#ffffff', outline_color: '#000000', outline_width: 'thick' };
  /** The second of three words is spoken. */
  const SECOND = { cues: [{ start: 0, end: 1, text: 'mm mm mm' }], font_size: 36, width: 320, x: 0 };

  it.each([
    ['plain', {}],
    ['outlined', OUTLINED],
    ['narrow', { tracking: -3 }],
    ['right to left', { cues: [{ start: 0, end: 1, text: 'שלם שלם שלם' }] }],
  ])('keeps the plate off the words beside it: %s', async (_, look) => {
    const [shown] = await framesOf({ ...CAPTION, ...PLATE, ...SECOND, ...look }, [12]);
    const plate = columnsOf(shown!, YELLOW);
    expect(plate.to - plate.from).toBeGreaterThan(30);
    const near = [plate.from - 2, plate.from - 1, plate.to + 1, plate.to + 2];
    for (const x of near) expect([x, isBlank(shown!, x)]).toEqual([x, true]);
  });

  it('keeps the plate off the lines above and below', async () => {
    const cues = [{ start: 0, end: 1, text: 'gg\nmm\ngg' }];
    const [shown] = await framesOf({ ...CAPTION, ...PLATE, font_size: 36, cues, line_height: 1 }, [12]);
    const rows = rowsOf(shown!, YELLOW);
    expect(rows.to - rows.from).toBeGreaterThan(25);
    expect(rows.to - rows.from).toBeLessThanOrEqual(36);
  });

  it.each([
    ['has no outline on a plate', {}, undefined],
    ['has the outline that it asks for', { active_outline_width: 'medium' }, [0, 0, 0]],
    [
      'may have an outline of its own',
      { active_outline_width: 'medium', active_outline_color: '#0000ff' },
      [0, 0, 255],
    ],
  ] as const)('shows an active word that %s', async (_, look, outline) => {
    const style = { ...CAPTION, ...PLATE, ...OUTLINED, ...SECOND, ...look, active_text_color: '#ff0000' };
    const [shown] = await framesOf(style, [12]);
    const { from, to } = columnsOf(shown!, RED);
    const within = (rgb: readonly [number, number, number]): boolean => hasColor(shown!, { from, to }, rgb);
    expect(within(RED)).toBe(true);
    expect([within([0, 0, 0]), within([0, 0, 255])]).toEqual([outline?.[2] === 0, outline?.[2] === 255]);
  });

  it('keeps the outline of an active word without a plate', async () => {
    const style = { ...CAPTION, ...OUTLINED, ...SECOND, mode: 'highlight' };
    const [shown] = await framesOf(style, [12]);
    expect(hasColor(shown!, columnsOf(shown!, RED), [0, 0, 0])).toBe(true);
  });
});

interface Span {
  readonly from: number;
  readonly to: number;
}

function hasColor(frame: Uint8Array, { from, to }: Span, rgb: readonly [number, number, number]): boolean {
  for (let x = from; x <= to; x++) {
    for (let y = 0; y < SIZE.height; y++) if (colorError(frame, [x, y], rgb) < 12) return true;
  }
  return false;
}

/** The rows from the first to the last that hold a color. */
function rowsOf(frame: Uint8Array, rgb: readonly [number, number, number]): Span {
  const rows = Array.from({ length: SIZE.height }, (_, y) => y).filter((y) =>
    Array.from({ length: SIZE.width }, (_, x) => x).some((x) => colorError(frame, [x, y], rgb) < 12),
  );
  return { from: rows[0] ?? -1, to: rows.at(-1) ?? -1 };
}

/** Whether a column has no dark pixel. */
function isBlank(frame: Uint8Array, x: number): boolean {
  return Array.from({ length: SIZE.height }, (_, y) => frame[y * SIZE.width + x]!).every((luma) => luma > 100);
}
