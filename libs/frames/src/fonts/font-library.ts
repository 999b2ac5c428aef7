import { isEmoji } from './emoji-font.js';
import type { FontFacts } from './font-facts.js';
import type { FontFile, LoadedFont } from './font-file.js';
import { registerFont } from './registered-fonts.js';
import { isShownAsEmoji, mayHaveEmoji } from '../unicode/emoji.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import {
  DEFAULT_FAMILY,
  EMOJI_FAMILY,
  fallbackFamilies,
  SHIPPED_FAMILIES,
  shippedFamily,
  SYMBOL_FAMILIES,
} from './shipped-fonts.js';

/** The fonts of one text, as the value of `context.font`, and their metrics. */
export interface FontStack {
  /** The `font` shorthand for a size in px. */
  css(sizePx: number): string;
  /**
   * The same with the emoji font first, for graphemes that are drawn as emoji. Undefined if `css` draws them the same
   * way.
   */
  emojiCss?(sizePx: number): string;
  /** The `fontVariationSettings` for it: the weight of its variable fonts. */
  readonly variation: string;
  /** Metrics of the first font, which determines the lines. */
  readonly metrics: FontFacts;
  /**
   * Whether one font of the stack has all glyphs of a user-perceived character, which is never drawn with two fonts.
   */
  draws(grapheme: string): boolean;
}

/** The fonts that a layer requests. */
export interface FontRequest {
  readonly family: string;
  /** 100..900 */
  readonly weight: number;
  readonly italic: boolean;
}

/** The families available to one video: its own fonts, then the shipped ones. */
export class FontLibrary {
  readonly #own = new Map<string, FontFile[]>();
  readonly #names = new Set<string>();
  readonly #loaded = new Map<string, LoadedFont>();

  /**
   * Adds a font of the video.
   *
   * @throws UnreadableFont
   */
  add(family: string, font: FontFile): void {
    this.#load(font, true);
    this.#names.add(family);
    const key = family.toLowerCase();
    this.#own.set(key, [...(this.#own.get(key) ?? []), font]);
  }

  /** The names of the available families. */
  families(): string[] {
    return [...this.#names, ...SHIPPED_FAMILIES];
  }

  /** Whether a family is available in any weight. */
  has(family: string): boolean {
    return this.#files(family) !== undefined;
  }

  /**
   * The fonts for a text, the requested family first, then the fallbacks. Only files with glyphs for its characters.
   * Weights are matched as in CSS (Fonts 4 §5.2). Without an italic, the upright font is slanted.
   */
  stackFor(requested: FontRequest, text: string): FontStack {
    const emoji = mayHaveEmoji(text) ? splitGraphemes(text).filter(isShownAsEmoji) : [];
    const faces = this.#facesOf(requested, text, emoji);
    const isSlanted = requested.italic && !faces[0]!.italic;
    const fonts = faces.map((face) => this.#load(face));
    const firstFor = (grapheme: string): LoadedFont | undefined =>
      fonts.find(({ facts }) => drawnCodePoints(grapheme).every(facts.covers));
    // Files have their own weight or are varied to it. With 400, Skia emboldens none of them.
    const cssOf = (list: readonly LoadedFont[]) => {
      const families = [...new Set(list.map(({ alias }) => `"${alias}"`))].join(', ');
      return (sizePx: number): string => `${isSlanted ? 'italic ' : ''}400 ${sizePx}px ${families}`;
    };
    const emojiFonts =
      emoji.length === 0
        ? []
        : this.#facesFor(EMOJI_FAMILY, requested, [GRINNING_FACE]).map((face) => this.#load(face));
    const isOtherwiseText = emoji.some((each) => firstFor(each) !== emojiFonts[0]);
    return {
      css: cssOf(fonts),
      ...(isOtherwiseText && { emojiCss: cssOf([...emojiFonts, ...fonts]) }),
      variation: `"wght" ${requested.weight}`,
      metrics: fonts[0]!.facts,
      draws: (grapheme) => firstFor(grapheme) !== undefined,
    };
  }

  /** The files for a text with graphemes that are drawn as emoji. A sign with an emoji is text if any font has it. */
  #facesOf(requested: FontRequest, text: string, emoji: readonly string[]): FontFile[] {
    const family = this.has(requested.family) ? requested.family : DEFAULT_FAMILY;
    const drawn = drawnCodePoints(text + ELLIPSIS_AND_HYPHEN);
    const written = emoji.length === 0 ? drawn : drawnCodePoints(withoutEmoji(text) + ELLIPSIS_AND_HYPHEN);
    const faces = this.#facesFor(family, requested, [...drawn, LETTER_X]);
    const addFrom = (families: readonly string[], codePoints: readonly number[]): void => {
      const isCovered = (codePoint: number): boolean => faces.some((face) => this.#load(face).facts.covers(codePoint));
      for (const fallback of families) {
        const missing = codePoints.filter((codePoint) => !isCovered(codePoint));
        if (missing.length > 0) faces.push(...this.#facesFor(fallback, requested, missing));
      }
    };
    addFrom(SYMBOL_FAMILIES, written.filter(isEmoji));
    addFrom(fallbackFamilies(text), written);
    addFrom([EMOJI_FAMILY, ...fallbackFamilies(text)], drawn);
    return faces;
  }

  #load(file: FontFile, isBrought = false): LoadedFont {
    const font = this.#loaded.get(file.file) ?? registerFont(file, isBrought);
    this.#loaded.set(file.file, font);
    return font;
  }

  #files(family: string): readonly FontFile[] | undefined {
    return this.#own.get(family.toLowerCase()) ?? shippedFamily(family);
  }

  #facesFor(family: string, requested: FontRequest, codePoints: readonly number[]): FontFile[] {
    const files = this.#files(family) ?? [];
    const sloped = files.some(({ italic }) => italic === requested.italic)
      ? files.filter(({ italic }) => italic === requested.italic)
      : files;
    const weights = new Set(sloped.map((file) => file.weight).filter((weight) => weight !== 'variable'));
    const weight = nearestWeight([...weights], requested.weight) ?? 'variable';
    const faces = sloped.filter((file) => file.weight === weight && isWanted(file, codePoints));
    // The subset with the letter x, usually Latin, is first, because its metrics determine the lines.
    return faces.sort((a, b) => Number(isWanted(b, [LETTER_X])) - Number(isWanted(a, [LETTER_X])));
  }
}

const LETTER_X = 0x78;
const GRINNING_FACE = 0x1f600;

/** Added to every text: it may be cut off or break at a soft hyphen, and not every font has these characters. */
const ELLIPSIS_AND_HYPHEN = '…-';

function withoutEmoji(text: string): string {
  return splitGraphemes(text)
    .filter((grapheme) => !isShownAsEmoji(grapheme))
    .join('');
}

/** Invisible characters that affect their neighbors or the direction of text. */
const UNDRAWN = /[\p{Default_Ignorable_Code_Point}\p{Control}\p{Zl}\p{Zp}]/u;

/** The code points of a text that need a glyph, each once. */
function drawnCodePoints(text: string): number[] {
  return [...new Set(text)]
    .filter((character) => !UNDRAWN.test(character))
    .map((character) => character.codePointAt(0)!);
}

function isWanted({ isFor }: FontFile, codePoints: readonly number[]): boolean {
  return !isFor || codePoints.some(isFor);
}

/**
 * CSS Fonts 4 §5.2: for 400 and 500 the other of the two first; otherwise lighter ones for light requests, bolder ones
 * for bold requests.
 */
function nearestWeight(weights: readonly number[], requested: number): number | undefined {
  const lighter = weights.filter((weight) => weight < requested).sort((a, b) => b - a);
  const bolder = weights.filter((weight) => weight > requested).sort((a, b) => a - b);
  if (weights.includes(requested)) return requested;
  if (requested >= 400 && requested <= 500) {
    const between = bolder.filter((weight) => weight <= 500);
    return [...between, ...lighter, ...bolder][0];
  }
  return requested < 400 ? [...lighter, ...bolder][0] : [...bolder, ...lighter][0];
}
