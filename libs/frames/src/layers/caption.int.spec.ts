import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { colorError, SIZE, SpecRenderers } from '../testing/spec-renderers.js';

let renderers: SpecRenderers;

beforeAll(async () => {
  renderers = await SpecRenderers.open();
});

afterAll(() => renderers.close());

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
  const renderer = await renderers.render({ layers: [layer] });
  const shown: Uint8Array[] = [];
  for (const frame of frames) shown.push((await renderer.render(frame)).slice());
  return shown;
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
});
