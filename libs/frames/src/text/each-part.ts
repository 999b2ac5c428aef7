import type { Context } from '../skia.js';
import type { TextDirection } from '../unicode/direction.js';
import type { PlacedLine, TextLayout } from './layout.js';
import { partsOf, withRun } from './typesetting.js';

/** A part of a line that is drawn on its own. */
interface DrawnPart {
  readonly text: string;
  /** Its left end, px of the box. */
  readonly x: number;
  readonly direction: TextDirection;
  readonly line: PlacedLine;
}

/** Calls `use` for each part of the lines while the context, which has the font of the text, is set for it. */
export function eachPart(
  context: Context,
  { lines, setting }: Pick<TextLayout, 'lines' | 'setting'>,
  use: (part: DrawnPart) => void,
): void {
  for (const line of lines) {
    context.wordSpacing = `${line.wordSpacing}px`;
    for (const part of partsOf(context, line, setting)) {
      withRun(context, part, setting, () => use({ ...part, x: line.x + part.x, line }));
    }
  }
}
