import type { Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import type { PlacedLine, TextLayout } from './layout.js';
import { inkIn } from './ink-in.js';

/** A horizontal line of one of a text's lines, px of the box. */
interface Rule extends Rect {
  /** The baseline of the text's line. */
  readonly baseline: number;
}

/** The lines that decorate a text: underlines and overlines below the letters, line-through above (CSS Text Decoration 3 §2.6). */
export interface Rules {
  readonly below: readonly Rule[];
  readonly above: readonly Rule[];
}

/** Scripts whose letters stand on an underline everywhere: a line that avoids them would be missing. */
const FULL_HEIGHT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/**
 * The decorations of a laid-out text. Those below the letters have gaps where letters cross them (CSS
 * `text-decoration-skip-ink: auto`), as wide as the line is thick.
 *
 * @param outline px around the letters, which the gaps leave free too
 */
export function rulesOf(layer: LayerContent<'text'>, layout: TextLayout, outline: number): Rules {
  const { metrics, fontSize } = layout;
  const height = metrics.lineThickness * fontSize;
  const lines = layout.lines.filter(({ text }) => text !== '');
  const ruleOf = ({ x, baseline, width }: PlacedLine, middle: number): Rule => {
    return { x, y: baseline - middle * fontSize - height / 2, width, height, baseline };
  };
  const below = [
    layer.underline && metrics.underlinePosition,
    layer.overline && metrics.ascent - metrics.lineThickness,
  ];
  return {
    below: below
      .filter((middle) => middle !== false)
      .flatMap((middle) =>
        lines.flatMap((line) => avoiding(line, ruleOf(line, middle), { layout, gap: height + outline })),
      ),
    above: layer.lineThrough ? lines.map((line) => ruleOf(line, metrics.strikeoutPosition)) : [],
  };
}

/** A rule without the parts that letters cross, and without dots between them. */
function avoiding(line: PlacedLine, rule: Rule, { layout, gap }: { layout: TextLayout; gap: number }): Rule[] {
  if (FULL_HEIGHT.test(line.text)) return [rule];
  const parts: Rule[] = [];
  let x = rule.x;
  for (const ink of inkIn(rule, line, layout)) {
    parts.push({ ...rule, x, width: ink.from - gap - x });
    x = Math.max(x, ink.to + gap);
  }
  parts.push({ ...rule, x, width: rule.x + rule.width - x });
  return parts.filter(({ width }) => width > rule.height);
}

/**
 * The parts of rules that belong to lines, which may be pieces of those of the text. They meet between pixels, so that no seam
 * is visible.
 */
export function rulesWithin({ below, above }: Rules, lines: readonly PlacedLine[]): Rules {
  const cut = (rules: readonly Rule[]): Rule[] => lines.flatMap((line) => rules.flatMap((rule) => cutTo(line, rule)));
  return { below: cut(below), above: cut(above) };
}

function cutTo({ x, width, baseline }: PlacedLine, rule: Rule): Rule[] {
  const end = rule.x + rule.width;
  const left = x < rule.x + 0.5 ? rule.x : Math.round(x);
  const right = x + width > end - 0.5 ? end : Math.round(x + width);
  return rule.baseline === baseline && right > left ? [{ ...rule, x: left, width: right - left }] : [];
}
