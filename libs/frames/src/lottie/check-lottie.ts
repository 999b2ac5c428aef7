import type { Remark } from '#libs/template';
import { MAX_PICTURE_PIXELS } from '#libs/timeline';
import { pictureSize } from '../images/picture-size.js';
import { fromBase64 } from '../io.js';

/** What is known of an animation before Skia opens it, or why it cannot be used, as the end of a sentence that begins with the file. */
export type CheckedLottie = { ok: true; remarks: readonly Remark[] } | { ok: false; reason: string };

const EXPRESSIONS_IGNORED: Remark = {
  code: 'EXPRESSIONS_IGNORED',
  message: 'the expressions of the animation are not carried out',
  property: 'source_url',
};

/** Objects and arrays within one another: groups of groups of shapes stay far below, and Skia reads them level by level. */
const MAX_DEPTH = 200;
/** Objects and arrays: as many as 150,000 keyframes take. */
const MAX_CONTAINERS = 1_000_000;
/** Pixels of width or height. */
const MAX_SIDE = 16_384;
/** Seconds. */
const MAX_DURATION_S = 3_600;
/**
 * Work at one instant, about 0.5 ms a unit at 720 lines: a shape or layer is one, as often as compositions and repeaters show
 * it. Without a bound a small file asks for days.
 */
const MAX_WORK = 5_000;
/** Of one effect, such as a blur of the whole frame. */
const EFFECT_WORK = 40;
/** Stars of more tips cost by the square of them. */
const CHEAP_STAR_POINTS = 50;
const PICTURE_FORMATS = ['png', 'jpg', 'webp', 'gif'];
const EMBEDDED = /^data:image\/(?:png|jpe?g|webp|gif);base64,/;
/** Of all its texts together: each is a shape. */
const MAX_CHARACTERS = 5_000;
/** Characters named in one sentence. */
const MAX_NAMED = 10;

type Json = Readonly<Record<string, unknown>>;

/** Carries the reason out of the nested checks. */
class Unusable extends Error {}

/**
 * Looks at a Lottie file before Skia does: that it is one, holds nothing that names another file, brings the outlines of its
 * letters (Skia would take whatever fonts the machine has), and does not repeat itself beyond measure.
 */
export function checkLottie(text: string): CheckedLottie {
  try {
    const animation = readAnimation(text);
    const objects = objectsWithin(animation);
    checkPictures(objects);
    checkLetters(animation, objects);
    checkWork(animation);
    return {
      ok: true,
      remarks: objects.some(hasExpression) ? [EXPRESSIONS_IGNORED] : [],
    };
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, reason: error.message };
    throw error;
  }
}

function readAnimation(text: string): Json {
  const animation = parse(text);
  if (!isObject(animation) || !Array.isArray(animation['layers'])) throw new Unusable('is no Lottie animation');
  for (const side of ['w', 'h']) {
    const pixels = animation[side];
    if (typeof pixels !== 'number' || !(pixels >= 1 && pixels <= MAX_SIDE))
      throw new Unusable(`has no size of 1 to ${MAX_SIDE} pixels`);
  }
  const [fps, from, to] = ['fr', 'ip', 'op'].map((name) => Number(animation[name]));
  const lengthS = (to! - from!) / fps!;
  if (!(fps! > 0 && lengthS > 0 && lengthS <= MAX_DURATION_S))
    throw new Unusable(`does not last up to ${MAX_DURATION_S} seconds`);
  return animation;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Pictures may be embedded only: what names a file or an address would be looked for on this machine. */
function checkPictures(objects: readonly Json[]): void {
  let pixels = 0;
  for (const { p: source } of objects) {
    // Of everything but pictures it is a position.
    if (typeof source !== 'string') continue;
    if (!EMBEDDED.test(source))
      throw new Unusable(`names another file, "${source.slice(0, 80)}"; pictures must be embedded`);
    pixels += pixelsOf(fromBase64(source.slice(source.indexOf(',') + 1)));
    // All embedded pictures together may have as many pixels as one image.
    if (pixels > MAX_PICTURE_PIXELS) throw new Unusable(`embeds pictures of more than ${MAX_PICTURE_PIXELS} pixels`);
  }
}

function pixelsOf(picture: Uint8Array): number {
  const size = pictureSize(picture);
  if (!size || !PICTURE_FORMATS.includes(size.format)) throw new Unusable('embeds a damaged picture');
  return size.width * size.height;
}

/** Letters are drawn from outlines in the file (`chars`), found by character, family and style. */
function checkLetters(animation: Json, objects: readonly Json[]): void {
  const outlined = new Set(
    objectsIn(animation['chars']).map(({ ch, fFamily, style }) => letterKey(ch, fFamily, style)),
  );
  const fonts = new Map(objectsIn(property(animation, 'fonts', 'list')).map((font) => [font['fName'], font]));
  const missing = new Set<string>();
  let characters = 0;
  for (const { f: fontName, t: words } of objects) {
    // Only the text of a text layer has both: its words and the name of their font.
    if (typeof words !== 'string' || typeof fontName !== 'string') continue;
    characters += words.length;
    const font = fonts.get(fontName);
    for (const letter of new Set(words)) {
      const isOutlined = outlined.has(letterKey(letter, font?.['fFamily'], font?.['fStyle']));
      if (letter.trim() !== '' && !isOutlined) missing.add(letter);
    }
  }
  if (characters > MAX_CHARACTERS) throw new Unusable(`writes more than ${MAX_CHARACTERS} characters`);
  if (missing.size === 0) return;
  const named = [...missing].slice(0, MAX_NAMED).join('');
  throw new Unusable(`holds text without the outlines of its letters ("${named}"); export it with glyphs or as shapes`);
}

function letterKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

function checkWork(animation: Json): void {
  const compositions = Map.groupBy(objectsIn(animation['assets']), ({ id }) => id);
  const works = new Map<unknown, number>();
  const workOf = (id: unknown, depth: number): number => {
    if (depth > MAX_DEPTH) throw new Unusable(`is nested deeper than ${MAX_DEPTH} levels`);
    const known = works.get(id);
    if (known !== undefined) return known;
    works.set(id, Infinity); // until it is known: a composition within itself never ends
    const work = workOfLayers(
      (compositions.get(id) ?? []).flatMap(({ layers }) => objectsIn(layers)),
      depth,
    );
    works.set(id, work);
    return work;
  };
  const workOfLayers = (layers: readonly Json[], depth: number): number =>
    layers.reduce(
      (sum, { shapes, refId, ef, sy }) =>
        sum + 1 + workOfEffects(ef) + workOfEffects(sy) + workOfShapes(objectsIn(shapes)) + workOf(refId, depth + 1),
      0,
    );
  if (workOfLayers(objectsIn(animation['layers']), 0) > MAX_WORK)
    throw new Unusable(`asks for too much at a time: shapes, effects and repetitions come to more than ${MAX_WORK}`);
}

/** A repeater repeats what stands before it in its group. */
function workOfShapes(shapes: readonly Json[]): number {
  return shapes.reduce((sum, shape) => {
    if (shape['ty'] === 'rp') return sum * Math.max(1, largestIn(shape['c']));
    return sum + workOfShape(shape);
  }, 0);
}

function workOfShape(shape: Json): number {
  if (shape['ty'] === 'gr') return workOfShapes(objectsIn(shape['it']));
  return shape['ty'] === 'sr' ? Math.max(1, (largestIn(shape['pt']) / CHEAP_STAR_POINTS) ** 2) : 1;
}

function workOfEffects(effects: unknown): number {
  return EFFECT_WORK * objectsIn(effects).length;
}

/** The largest number in a property, keyframed or not. */
function largestIn(property: unknown): number {
  const values = objectsWithin(property).flatMap(({ k, s, e }) => [k, s, e].flat());
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

/** An expression is a program, kept as text beside the value it would change. */
function hasExpression(value: Json): boolean {
  return 'k' in value && typeof value['x'] === 'string';
}

/** Every object within a value, itself included, without recursion. */
function objectsWithin(root: unknown): Json[] {
  const objects: Json[] = [];
  let level = isContainer(root) ? [root] : [];
  for (let depth = 1, count = level.length; level.length > 0; depth++, count += level.length) {
    if (depth > MAX_DEPTH) throw new Unusable(`is nested deeper than ${MAX_DEPTH} levels`);
    if (count > MAX_CONTAINERS) throw new Unusable(`holds more than ${MAX_CONTAINERS} objects and lists`);
    const next: object[] = [];
    for (const container of level) {
      if (isObject(container)) objects.push(container);
      for (const value of Object.values(container) as unknown[]) if (isContainer(value)) next.push(value);
    }
    level = next;
  }
  return objects;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function property(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((at, name) => (isObject(at) ? at[name] : undefined), value);
}

function objectsIn(list: unknown): Json[] {
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
