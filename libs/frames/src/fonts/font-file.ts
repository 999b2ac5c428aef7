import type { FontFacts } from './font-facts.js';

/** One font file: a weight and slope of a family, for some characters. */
export interface FontFile {
  readonly file: string;
  /** 100..900, or all weights in one variable font. */
  readonly weight: number | 'variable';
  readonly italic: boolean;
  /** Whether the file is for a character. Undefined: it is the only file of its family, for all its characters. */
  readonly isFor?: (codePoint: number) => boolean;
  /** The properties of the file if they are known without reading it. */
  readonly facts?: FontFacts;
}

/** A font that can be drawn with, under the name that Skia has for it. */
export interface LoadedFont {
  readonly alias: string;
  readonly facts: FontFacts;
}
