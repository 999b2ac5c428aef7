import { bidiLevels } from './bidi-levels.js';
import { isBidirectional, type TextDirection } from './direction.js';

/** Consecutive graphemes of one direction that are drawn in one way. */
export interface VisualRun {
  /** Indices of its graphemes in the line, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly graphemes: readonly string[];
  readonly direction: TextDirection;
  /** A figure is a run of its own. */
  readonly kind: 'text' | 'figure' | 'emoji';
}

type LeveledRun = VisualRun & { readonly level: number };

/** The runs of a line from left to right (UAX #9). */
export function visualRuns(
  { text, direction }: { text: string; direction: TextDirection },
  graphemes: readonly string[],
  kindOf: (grapheme: string) => VisualRun['kind'],
): VisualRun[] {
  const levels = levelsOf(text, direction, graphemes);
  const runs: LeveledRun[] = [];
  graphemes.forEach((grapheme, i) => {
    const last = runs.at(-1);
    const [level, kind] = [levels[i]!, kindOf(grapheme)];
    if (last?.level === level && last.kind === kind && kind !== 'figure') {
      runs[runs.length - 1] = { ...last, to: i + 1, graphemes: graphemes.slice(last.from, i + 1) };
    } else {
      runs.push({ from: i, to: i + 1, graphemes: [grapheme], direction: level % 2 === 1 ? 'rtl' : 'ltr', kind, level });
    }
  });
  return inVisualOrder(runs);
}

/** The bidirectional level of each grapheme: odd from right to left. */
function levelsOf(text: string, direction: TextDirection, graphemes: readonly string[]): number[] {
  if (direction === 'ltr' && !isBidirectional(text)) return graphemes.map(() => 0);
  const levels = bidiLevels(text, direction);
  let offset = 0;
  return graphemes.map((grapheme) => {
    const level = levels[offset]!;
    offset += grapheme.length;
    return level;
  });
}

/** UAX #9 rule L2: from the highest level down, reverses runs at or above it. */
function inVisualOrder(logical: readonly LeveledRun[]): LeveledRun[] {
  const runs = [...logical];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < runs.length; start++) {
      if (runs[start]!.level < level) continue;
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end++;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end;
    }
  }
  return runs;
}
