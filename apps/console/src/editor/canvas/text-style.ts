import type { CSSProperties } from 'react';
import { isLengthLike, type Layer, lengthPx, type Size } from '#libs/document';
import { videoFamily } from './video-fonts.ts';

interface Shown {
  /** The box of the layer, pixels of the frame. */
  readonly box: Size;
  readonly frame: Size;
  /** Pixels of the screen for each pixel of the frame. */
  readonly zoom: number;
}

/** The look of a text layer as CSS, so that lines break and the caret stands where the picture has them. */
export function textStyle(layer: Layer, { box, frame, zoom }: Shown): CSSProperties {
  const px = (name: string, otherwise: number) => {
    const value = layer[name];
    return (isLengthLike(value) ? lengthPx(value, box.width, frame) : otherwise) * zoom;
  };
  const { font_family, text_color, weight, italic, line_height, align, text_transform } = layer;
  return {
    fontFamily: `"${videoFamily(typeof font_family === 'string' ? font_family : 'Inter')}", Inter, sans-serif`,
    fontSize: px('font_size', 48),
    fontWeight: typeof weight === 'number' ? weight : 400,
    fontStyle: italic === true ? 'italic' : 'normal',
    lineHeight: typeof line_height === 'number' ? line_height : 1.2,
    letterSpacing: px('tracking', 0),
    padding: px('padding', 0),
    textAlign: align === 'center' || align === 'justify' || align === 'end' ? align : alignOf(align),
    textTransform: text_transform === 'uppercase' || text_transform === 'lowercase' ? text_transform : 'none',
    caretColor: typeof text_color === 'string' && CSS.supports('color', text_color) ? text_color : '#000000',
  };
}

function alignOf(align: unknown): 'left' | 'right' | 'start' {
  return align === 'left' || align === 'right' ? align : 'start';
}

/** The place of the lines in a box that is higher, as CSS of a flex container. */
export function linesPlace(layer: Layer): 'flex-start' | 'center' | 'flex-end' {
  switch (layer['vertical_align']) {
    case 'middle':
      return 'center';
    case 'bottom':
      return 'flex-end';
    default:
      return 'flex-start';
  }
}
