import type { Remark } from '#libs/template';
import { MAX_PICTURE_PIXELS } from '#libs/timeline';
import { pictureSize } from '../images/picture-size.js';
import { fromBase64 } from '../io.js';
import { isObject, type LottieJson, jsonObjects, objectsWithin, property, UnusableLottie } from './lottie-json.js';
import { lottieWork } from './lottie-work.js';

/**
 * Result of checking an animation before Skia opens it: remarks and the seconds that it plays, or the reason why it cannot be used, as the end of a
 * sentence that begins with the file.
 */
export type CheckedLottie = { ok: true; remarks: readonly Remark[]; durationS: number } | { ok: false; reason: string };

const EXPRESSIONS_IGNORED: Remark = {
  code: 'EXPRESSIONS_IGNORED',
  message: 'the expressions of the animation are not carried out',
  property: 'source_url',
};

/** Pixels of width or height. */
const MAX_SIDE = 16_384;
/** Seconds. */
const MAX_DURATION_S = 3_600;
/** Units of {@link lottieWork}. Without a bound a small file asks for days. */
const MAX_WORK = 5_000;
const PICTURE_FORMATS = ['png', 'jpg', 'webp', 'gif'];
const EMBEDDED = /^data:image\/(?:png|jpe?g|webp|gif);base64,/;
/** Most characters of all its texts together: each is a shape. */
const MAX_CHARACTERS = 5_000;
/** Characters named in one sentence. */
const MAX_NAMED = 10;

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
      durationS: durationOf(animation),
    };
  } catch (error) {
    if (error instanceof UnusableLottie) return { ok: false, reason: error.message };
    throw error;
  }
}

function readAnimation(text: string): LottieJson {
  const animation = parse(text);
  if (!isObject(animation) || !Array.isArray(animation['layers'])) throw new UnusableLottie('is no Lottie animation');
  for (const side of ['w', 'h']) {
    const pixels = animation[side];
    if (typeof pixels !== 'number' || !(pixels >= 1 && pixels <= MAX_SIDE))
      throw new UnusableLottie(`has no size of 1 to ${MAX_SIDE} pixels`);
  }
  const lengthS = durationOf(animation);
  if (!(Number(animation['fr']) > 0 && lengthS > 0 && lengthS <= MAX_DURATION_S))
    throw new UnusableLottie(`does not last up to ${MAX_DURATION_S} seconds`);
  return animation;
}

/** Seconds that the animation plays. */
function durationOf(animation: LottieJson): number {
  return (Number(animation['op']) - Number(animation['ip'])) / Number(animation['fr']);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Pictures may be embedded only: a named file or address would be looked for on this machine. */
function checkPictures(objects: readonly LottieJson[]): void {
  let pixels = 0;
  for (const { p: source } of objects) {
    // Of everything but pictures it is a position.
    if (typeof source !== 'string') continue;
    if (!EMBEDDED.test(source))
      throw new UnusableLottie(`names another file, "${source.slice(0, 80)}"; pictures must be embedded`);
    pixels += pixelsOf(fromBase64(source.slice(source.indexOf(',') + 1)));
    // All embedded pictures together may have as many pixels as one image.
    if (pixels > MAX_PICTURE_PIXELS)
      throw new UnusableLottie(`embeds pictures of more than ${MAX_PICTURE_PIXELS} pixels`);
  }
}

function pixelsOf(picture: Uint8Array): number {
  const size = pictureSize(picture);
  if (!size || !PICTURE_FORMATS.includes(size.format)) throw new UnusableLottie('embeds a damaged picture');
  return size.width * size.height;
}

/** Letters are drawn from outlines in the file (`chars`), found by character, family and style. */
function checkLetters(animation: LottieJson, objects: readonly LottieJson[]): void {
  const outlined = new Set(
    jsonObjects(animation['chars']).map(({ ch, fFamily, style }) => letterKey(ch, fFamily, style)),
  );
  const fonts = new Map(jsonObjects(property(animation, 'fonts', 'list')).map((font) => [font['fName'], font]));
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
  if (characters > MAX_CHARACTERS) throw new UnusableLottie(`writes more than ${MAX_CHARACTERS} characters`);
  if (missing.size === 0) return;
  const named = [...missing].slice(0, MAX_NAMED).join('');
  throw new UnusableLottie(
    `holds text without the outlines of its letters ("${named}"); export it with glyphs or as shapes`,
  );
}

function letterKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

function checkWork(animation: LottieJson): void {
  if (lottieWork(animation) > MAX_WORK)
    throw new UnusableLottie(
      `asks for too much at a time: shapes, vertices, effects and repetitions come to more than ${MAX_WORK} units of work`,
    );
}

/** An expression is a program, kept as text beside the value it would change. */
function hasExpression(value: LottieJson): boolean {
  return 'k' in value && typeof value['x'] === 'string';
}
