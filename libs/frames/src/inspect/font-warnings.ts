import { didYouMean, type Remark, type ResolvedLayer, type Warning, warningAt } from '#libs/template';
import { masksOf, shownLayers, type Timeline } from '#libs/timeline';
import type { FontLibrary } from '../fonts/font-library.js';
import { DEFAULT_FAMILY } from '../fonts/shipped-fonts.js';
import { painterOf } from '../layers/painter-of.js';
import { prepareText } from '../text/drawn-text.js';

/** Characters named in one warning. */
const MAX_NAMED = 10;

/** Warnings about the fonts of all texts that a video writes, in document order. */
export function fontWarnings(timeline: Timeline, fonts: FontLibrary): Warning[] {
  return timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, key }) =>
      fontRemarks(layer, fonts).map((remark) => warningAt(key, remark)),
    ),
  );
}

/** Remarks on the fonts of all texts that a layer writes in its life. */
export function fontRemarks(layer: ResolvedLayer, fonts: FontLibrary): Remark[] {
  const written = painterOf(layer).words?.(layer);
  if (!written) return [];
  const { fontFamily, property } = written;
  const { missing } = prepareText(written, fonts);
  return [
    ...(fonts.has(fontFamily) ? [] : [familyRemark(fontFamily, fonts)]),
    ...(missing.length > 0
      ? [{ code: 'GLYPH_MISSING' as const, message: `no font has ${nameCharacters(missing)}`, property }]
      : []),
  ];
}

function familyRemark(family: string, fonts: FontLibrary): Remark {
  const proposal = didYouMean(family, fonts.families());
  const otherwise = `; set font_family to "${DEFAULT_FAMILY}", or name a file of the family in the document's fonts`;
  const message = `the font family "${family}" is not available; ${DEFAULT_FAMILY} is used${proposal || otherwise}`;
  return { code: 'FONT_NOT_AVAILABLE', message, property: 'font_family', value: family };
}

/** `"ꦲ" (U+A9B2), "ꦤ" (U+A9A4) and 3 more` */
function nameCharacters(characters: readonly string[]): string {
  const named = characters.slice(0, MAX_NAMED).map((character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    return `"${character}" (U+${code})`;
  });
  const rest = characters.length - named.length;
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
