import type { TextLayer } from '#libs/template';
import type { Timeline } from '#libs/timeline';
import type { FontLibrary } from './fonts/font-library.js';
import { DEFAULT_FAMILY } from './fonts/shipped-fonts.js';
import { prepareText } from './text/drawn-text.js';

/** Characters named in one warning. */
const MAX_NAMED = 10;

/** What is amiss with the fonts of a video's text layers, one sentence each, in document order. */
export function fontWarnings(timeline: Timeline, fonts: FontLibrary): string[] {
  return timeline.pages.flatMap((page) =>
    page.layers.flatMap((layer, index) =>
      layer.type === 'text' ? warningsOf(layer, `${page.key}.layers[${index}] "${layer.name}"`, fonts) : [],
    ),
  );
}

function warningsOf(layer: TextLayer, path: string, fonts: FontLibrary): string[] {
  const family = layer.font_family ?? DEFAULT_FAMILY;
  const { missing } = prepareText(
    {
      text: layer.text,
      textTransform: layer.text_transform ?? 'none',
      fontFamily: family,
      weight: layer.weight ?? 400,
      italic: layer.italic ?? false,
    },
    fonts,
  );
  const warnings: string[] = [];
  if (!fonts.has(family))
    warnings.push(`${path}: the font family "${family}" is not available; ${DEFAULT_FAMILY} is used`);
  if (missing.length > 0) warnings.push(`${path}: no font has ${nameCharacters(missing)}`);
  return warnings;
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
