import { EMOJI_FACTS, isEmoji } from './emoji-font.js';
import type { FontFile } from './font-file.js';

/** One font file of a package of Fontsource. */
export interface PackagedFile {
  /** Name in the folder `files` of the package. */
  readonly name: string;
  /** 100..900, or all weights in one variable font. */
  readonly weight: number | 'variable';
  readonly italic: boolean;
  /** The characters it is for: a CSS unicode-range list, or `emoji`. Undefined: it is the only file of its family. */
  readonly characters: string | undefined;
}

/**
 * The files of a package that are drawn with.
 *
 * @param name of the package without its scope
 * @param subsets its `unicode.json`: a CSS unicode-range list by subset
 * @param files the names in its folder `files`
 */
export function packagedFiles(
  name: string,
  subsets: Readonly<Record<string, string>>,
  files: readonly string[],
): PackagedFile[] {
  const pattern = new RegExp(`^${name}-(.+)-(\\d+|wght)-(normal|italic)\\.woff2$`);
  const isEmojiFamily = name === 'noto-color-emoji';
  return files.flatMap((file): PackagedFile[] => {
    const [, subset, weight, slope] = pattern.exec(file) ?? [];
    if (subset === undefined) return [];
    const face = {
      name: file,
      weight: weight === 'wght' ? ('variable' as const) : Number(weight),
      italic: slope === 'italic',
    };
    // Emoji sequences need the complete file; its numbered slices are skipped.
    if (subset === 'emoji') return [{ ...face, characters: 'emoji' }];
    // One complete file, so the character lists of its package for browsers do not matter.
    if (Object.keys(subsets).length < 2) return [{ ...face, characters: undefined }];
    const ranges = subsets[subset] ?? (isEmojiFamily ? undefined : subsets[`[${subset}]`]);
    return ranges === undefined ? [] : [{ ...face, characters: ranges }];
  });
}

/** A packaged file at an address. */
export function fontFileOf({ weight, italic, characters }: PackagedFile, file: string): FontFile {
  const font = { file, weight, italic };
  if (characters === undefined) return font;
  if (characters === 'emoji') return { ...font, isFor: isEmoji, facts: EMOJI_FACTS };
  return { ...font, isFor: inRanges(characters) };
}

/** The code points of a CSS unicode-range list, `U+0-FF,U+131`: the first and last of each range. */
export function rangesIn(list: string): (readonly [first: number, last: number])[] {
  if (list === '') return [];
  return list.split(',').map((range) => {
    const [first, last] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)] as const;
  });
}

/** Whether a CSS unicode-range list has a code point. */
export function inRanges(list: string): (codePoint: number) => boolean {
  const ranges = rangesIn(list);
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}
