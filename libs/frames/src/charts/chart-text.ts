import type { FontWeight } from '#libs/template';
import type { FontLibrary, FontStack } from '../fonts/font-library.js';
import { DEFAULT_FAMILY } from '../fonts/shipped-fonts.js';
import { type Context, createCanvas } from '../skia.js';
import { prepareText } from '../text/drawn-text.js';
import { firstStrongDirection } from '../unicode/direction.js';
import { splitGraphemes } from '../unicode/segmentation.js';
import { partsOf, setFont, type Typesetting, widthOf as widthOfLine, withRun } from '../text/typesetting.js';

const measuring = createCanvas(1, 1).getContext('2d');

/** One line of text of a chart. */
export interface Label {
  readonly text: string;
  readonly stack: FontStack;
  /** Pixels. */
  readonly size: number;
  readonly width: number;
  /** Part of the text is omitted. */
  readonly isCut?: boolean;
}

/** Position of a label: an anchor, and the part of the label at the anchor. */
export interface LabelPlace {
  readonly x: number;
  /** Vertical center of the line: half the height of a capital letter. */
  readonly middle: number;
  readonly align: 'left' | 'center' | 'right';
}

/** A label at its place in one frame. */
export interface ShownLabel {
  readonly label: Label;
  /** Horizontal center. */
  readonly x: number;
  readonly middle: number;
  /** 0–1. */
  readonly opacity: number;
}

/** Half the height of a capital letter, em: labels are centered on it. */
const HALF_CAP = 0.36;

/** Measures and draws the text of a chart in its fonts. */
export class ChartText {
  constructor(private readonly fonts: FontLibrary) {}

  label(text: string, size: number, weight: FontWeight = 400): Label {
    const line = text.replace(/\s+/gu, ' ').trim();
    const written = { text: line, textTransform: 'none', fontFamily: DEFAULT_FAMILY, weight, italic: false } as const;
    const drawn = prepareText(written, this.fonts);
    return { text: drawn.text, stack: drawn.stack, size, width: widthOf(drawn.text, drawn.stack, size) };
  }

  /**
   * The labels in one size: the largest at which all fit into `width`, between `smallest` times the requested size and
   * the requested size.
   */
  fitting(
    texts: readonly string[],
    style: { size: number; smallest: number; weight?: FontWeight },
    width: number,
  ): Label[] {
    const labels = texts.map((text) => this.label(text, style.size, style.weight));
    const widest = Math.max(...labels.map((label) => label.width));
    const scale = Math.max(style.smallest, Math.min(1, width / Math.max(widest, 1e-6)));
    return scale === 1 ? labels : texts.map((text) => this.label(text, style.size * scale, style.weight));
  }
}

/** The label shortened to a width, with an ellipsis if part of it is omitted. */
export function shortened(label: Label, width: number): Label {
  if (label.width <= width) return label;
  const graphemes = splitGraphemes(label.text);
  let text: string;
  do {
    graphemes.pop();
    text = `${graphemes.join('').trimEnd()}…`;
  } while (graphemes.length > 0 && widthOf(text, label.stack, label.size) > width);
  return { ...label, text, isCut: true, width: widthOf(text, label.stack, label.size) };
}

export function paintLabel(context: Context, label: Label, { x, middle, align }: LabelPlace): void {
  const setting = settingOf(label.stack, label.size);
  setFont(context, setting);
  const left = { left: x, center: x - label.width / 2, right: x - label.width }[align];
  const line = { text: label.text, direction: firstStrongDirection(label.text) };
  for (const part of partsOf(context, line, setting)) {
    withRun(context, part, setting, () => context.fillText(part.text, left + part.x, middle + HALF_CAP * label.size));
  }
}

function widthOf(text: string, stack: FontStack, size: number): number {
  const setting = settingOf(stack, size);
  setFont(measuring, setting);
  return widthOfLine(measuring, { text, direction: 'ltr' }, setting);
}

function settingOf(stack: FontStack, fontSize: number): Typesetting {
  return { stack, fontSize, tracking: 0, hasTabularFigures: false };
}
