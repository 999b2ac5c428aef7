import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  lottieComposition,
  lottieFile,
  type LottieJson,
  lottieLayer,
  lottiePlace,
  lottieSquare,
  TRAVELLER,
} from '../testing/lotties.js';
import { checkLottie } from './check-lottie.js';

const SQUARE = lottieLayer([lottieSquare([1, 0, 0])]);
/** 1 × 1 pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function withPicture(asset: LottieJson): string {
  return lottieFile([{ ...SQUARE, ty: 2, refId: 'a' }], { assets: [{ id: 'a', w: 1, h: 1, ...asset }] });
}

function withRepeaters(copies: readonly number[]): string {
  const square = lottieSquare([1, 0, 0]);
  const repeaters = copies.map((count) => ({ ty: 'rp', c: { a: 0, k: count }, o: { a: 0, k: 0 }, tr: lottiePlace() }));
  return lottieFile([lottieLayer([{ ...square, it: [...(square['it'] as LottieJson[]), ...repeaters] }])]);
}

/** Compositions that each show the next one twice, 2ⁿ squares in the end. */
function doubling(n: number): string {
  const assets = Array.from({ length: n }, (_, i) => {
    const inner = i === n - 1 ? SQUARE : lottieComposition(`c${i + 1}`);
    return { id: `c${i}`, layers: [inner, inner] };
  });
  return lottieFile([lottieComposition('c0')], { assets });
}

/** Compositions that each show the next one. */
function chained(n: number): string {
  const assets = Array.from({ length: n }, (_, i) => ({ id: `c${i}`, layers: [{ refId: `c${i + 1}` }] }));
  return lottieFile([lottieComposition('c0')], { assets });
}

/** A path of many vertices, and the modifiers that change it. */
function path(vertices: number): LottieJson {
  const points = Array.from({ length: vertices }, (_, n) => [n % 200, n % 100]);
  return { ty: 'sh', ks: { a: 0, k: { v: points, i: points, o: points, c: true } } };
}

function drawing(...shapes: readonly LottieJson[]): string {
  return lottieFile([lottieLayer([{ ty: 'gr', it: shapes }])]);
}

const OFFSET = { ty: 'op', a: { a: 0, k: 3 } };
const ROUNDED = { ty: 'rd', r: { a: 0, k: 3 } };
const INTERSECTION = { ty: 'mm', mm: 4 };

/** A path that turns into another one of so many vertices. */
function morphing(vertices: number): LottieJson {
  const shapeOf = (count: number) => [(path(count)['ks'] as LottieJson)['k']];
  return {
    ty: 'sh',
    ks: {
      a: 1,
      k: [
        { t: 0, s: shapeOf(4) },
        { t: 9, s: shapeOf(vertices) },
      ],
    },
  };
}

function masked(...vertices: readonly number[]): string {
  const masks = vertices.map((count) => ({ mode: 'a', pt: path(count)['ks'] }));
  return lottieFile([{ ...SQUARE, hasMask: true, masksProperties: masks }]);
}

function saying(text: unknown, change: LottieJson = {}): string {
  const fonts = { list: [{ fName: 'F-Bold', fFamily: 'F', fStyle: 'Bold' }] };
  const chars = ['H', 'i'].map((ch) => ({ ch, fFamily: 'F', style: 'Bold', w: 50, size: 40, data: {} }));
  const document = { s: { t: text, f: 'F-Bold', s: 40 }, t: 0 };
  return lottieFile([{ ...SQUARE, ty: 5, t: { d: { k: [document] } } }], { fonts, chars, ...change });
}

describe('a Lottie file', () => {
  it.each<[what: string, file: string]>([
    ['moving shapes', TRAVELLER],
    ['an embedded picture', withPicture({ u: '', p: `data:image/png;base64,${PNG}`, e: 1 })],
    ['text with the outlines of its letters', saying('Hi\rHi')],
    ['a composition shown twice', doubling(1)],
    ['a repeater', withRepeaters([100])],
    ['a path of many vertices', drawing(path(50_000))],
    ['offset letters', drawing(...Array.from({ length: 100 }, () => path(30)), OFFSET)],
    ['merged outlines', drawing(path(300), path(300), INTERSECTION)],
    ['paths that are collected', drawing(path(20_000), path(20_000), { ty: 'mm', mm: 1 })],
    ['a mask of many vertices', masked(20_000)],
  ])('may hold %s', (_, file) => expect(checkLottie(file)).toMatchObject({ ok: true, remarks: [] }));

  it.each<[what: string, file: string, reason: RegExp]>([
    ['is empty', '', /no Lottie/],
    ['is a web page', '<html>', /no Lottie/],
    ['is other JSON', '{"layers": 1}', /no Lottie/],
    ['has no size', lottieFile([], { w: 0 }), /size of 1 to/],
    ['is as large as a town', lottieFile([], { h: 1e9 }), /size of 1 to/],
    ['lasts no time', lottieFile([], { op: 0 }), /does not last/],
    ['lasts a year', lottieFile([], { op: 1e9 }), /does not last/],
    ['has no frames a second', lottieFile([], { fr: 0 }), /does not last/],
    ['is deeply nested', lottieFile([JSON.parse('['.repeat(300) + ']'.repeat(300)) as LottieJson]), /deeper than 200/],
    ['names a file', withPicture({ u: '/etc/', p: 'passwd' }), /names another file, "passwd"/],
    ['names an address', withPicture({ p: 'http://169.254.169.254/' }), /names another file/],
    ['names a file elsewhere', lottieFile([SQUARE], { slots: { a: { p: 'x.png' } } }), /names another file/],
    ['embeds a drawing', withPicture({ p: 'data:image/svg+xml;base64,PHN2Zy8+' }), /names another file/],
    ['embeds no picture', withPicture({ p: 'data:image/png;base64,AAAA' }), /damaged picture/],
    ['embeds a bomb', withPicture({ p: `data:image/png;base64,${bomb()}` }), /more than 33554432 pixels/],
    ['lacks letters', saying('Hi, World'), /outlines of its letters \(",World"\)/],
    ['lacks a font', saying('Hi', { fonts: {} }), /outlines of its letters \("Hi"\)/],
    [
      'says its text in another way',
      lottieFile([{ ...SQUARE, t: { d: { k: { t: 'x', f: 'F' } } } }]),
      /outlines .*"x"/,
    ],
    ['doubles beyond measure', doubling(40), /too much at a time/],
    ['chains its compositions', chained(50_000), /deeper than 200/],
    ['writes a novel', saying('Hi'.repeat(3_000)), /more than 5000 characters/],
    [
      'shows itself',
      lottieFile([lottieComposition('a')], { assets: [{ id: 'a', layers: [lottieComposition('a')] }] }),
      /too much at a time/,
    ],
    [
      'has a star of a million tips',
      lottieFile([lottieLayer([{ ty: 'sr', pt: { a: 0, k: 1e6 } }])]),
      /too much at a time/,
    ],
    [
      'blurs itself 200 times',
      lottieFile([{ ...SQUARE, ef: Array.from({ length: 200 }, () => ({ ty: 29 })) }]),
      /too much at a time/,
    ],
    ['repeats repetitions', withRepeaters([1_000, 1_000]), /too much at a time/],
    ['offsets a path of 20,000 points', drawing(path(20_000), OFFSET), /too much at a time: shapes, vertices/],
    ['offsets a path of an inner group', drawing({ ty: 'gr', it: [path(500)] }, OFFSET), /too much at a time/],
    ['offsets a path that becomes large', drawing(morphing(500), OFFSET), /too much at a time/],
    ['offsets a path that is rounded', drawing(path(300), ROUNDED, OFFSET), /too much at a time/],
    ['offsets paths that are merged', drawing(path(250), path(250), INTERSECTION, OFFSET), /too much at a time/],
    ['merges two paths of 10,000 points', drawing(path(10_000), path(10_000), INTERSECTION), /too much at a time/],
    ['combines masks of 10,000 points', masked(10_000, 10_000), /too much at a time/],
    ['repeats a path of 20,000 points', drawing(path(20_000), { ty: 'rp', c: { a: 0, k: 100 } }), /too much at a time/],
  ])('that %s is refused', (_, file, reason) => {
    expect(checkLottie(file)).toEqual({ ok: false, reason: expect.stringMatching(reason) as unknown });
  });

  it('with expressions is drawn without them, and warns', () => {
    const file = lottieFile([lottieLayer([], { o: { a: 0, k: 100, x: 'var $bm_rt; $bm_rt = wiggle(1, 50);' } })]);
    expect(checkLottie(file)).toMatchObject({
      ok: true,
      remarks: [expect.objectContaining({ code: 'EXPRESSIONS_IGNORED' })],
    });
  });

  it('of any JSON is read or refused, and never throws', () => {
    const piece = fc.jsonValue({ maxDepth: 4 });
    const file = fc.record({
      v: piece,
      fr: fc.nat(),
      op: fc.nat(),
      ip: fc.constant(0),
      w: fc.nat(99),
      h: fc.nat(99),
      layers: fc.array(piece),
      assets: piece,
      chars: piece,
      fonts: piece,
    });
    fc.assert(
      fc.property(file, (json) => {
        expect(typeof checkLottie(JSON.stringify(json)).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

/** The head of a PNG that claims 60,000 × 60,000 pixels. */
function bomb(): string {
  const bytes = Buffer.from(PNG, 'base64');
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes.toString('base64');
}
