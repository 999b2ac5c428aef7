import type { ResolvedLayer } from '#libs/template';
import type { TextMeasurer } from '#libs/timeline';
import type { FontLibrary } from '../fonts/font-library.js';
import { layOutLayer } from './text.js';
import { isLoading } from '../io.js';
import { createCanvas } from '../skia.js';
import { prepareText } from '../text/drawn-text.js';
import { ascentOf, longestPart } from '../text/layout.js';

type Text = ResolvedLayer<'text'>;

/** For measuring only. */
const measuring = createCanvas(1, 1).getContext('2d');

/** Steps of widths, as those of CSS layout in browsers. A box that is rounded up holds its lines however it is added up. */
const STEP_PX = 1 / 64;
const SLACK_PX = 1 / 4096;

/**
 * Measures texts with the fonts with which they are drawn. While fonts are on their way, nothing is measured, because a
 * browser keeps the widths of the font that it takes instead; what asked for the sizes is done again once they are there.
 */
export function textMeasurer(fonts: FontLibrary): TextMeasurer {
  const measurer = measurerOf(fonts);
  const once =
    <Size>(measure: (layer: Text, width: number) => Size, before: Size) =>
    (layer: Text, width = 0): Size => {
      prepareText(layer, fonts);
      return isLoading() ? before : measure(layer, width);
    };
  return {
    least: once(measurer.least, 0),
    most: once(measurer.most, 0),
    at: once(measurer.at, { height: 0, baseline: 0 }),
  };
}

function measurerOf(fonts: FontLibrary): TextMeasurer {
  return {
    least(layer) {
      const { text, stack } = prepareText(layer, fonts);
      return boxWidth(layer, longestPart(measuring, text, layer, stack));
    },
    most(layer) {
      const { lines } = layOutLayer({ ...shown(layer), fitText: false }, { width: Infinity, height: Infinity }, fonts);
      return boxWidth(layer, Math.max(0, ...lines.map(({ width }) => width)));
    },
    at(layer, width) {
      const layout = layOutLayer(shown(layer), { width, height: Infinity }, fonts);
      const lineHeight = layer.lineHeight * layout.fontSize;
      return {
        height: layout.lines.length * lineHeight + 2 * layer.padding,
        baseline: layer.padding + ascentOf(lineHeight, layout),
      };
    },
  };
}

/** A text as wide as it becomes: numbers that count are set in cells of one width. */
function shown(layer: Text): Text {
  const counts = [layer.enter, layer.exit, layer.loopAnimation].some((animation) => animation?.type === 'count');
  return counts ? { ...layer, fontVariantNumeric: 'tabular-nums' } : layer;
}

function boxWidth({ padding }: Text, lineWidth: number): number {
  return Math.ceil((lineWidth + SLACK_PX) / STEP_PX) * STEP_PX + 2 * padding;
}
