import type {
  HorizontalAlign,
  ImageFlip,
  ImagePosition,
  ImageSize,
  ShapeForm,
  StrokeCorner,
  StrokeStyle,
  TextOverflow,
  TextTransform,
  VerticalAlign,
} from '#libs/template';

/** A layer with every default filled in and keyframed values substituted. Lengths in pixels of the node's box. */
export type ResolvedLayer = ResolvedText | ResolvedImage | ResolvedShape;

export interface ResolvedText {
  type: 'text';
  /** May contain line breaks; `textTransform` is not applied yet. */
  text: string;
  fontFamily: string;
  /** 100, 200 … 900. */
  weight: number;
  italic: boolean;
  /** Pixels; with `fitText` the largest size to try. */
  fontSize: number;
  /** Multiple of the font size. */
  lineHeight: number;
  /** Extra pixels between letters. */
  tracking: number;
  /** Shrink the font until the text fits its box. */
  fitText: boolean;
  align: HorizontalAlign;
  verticalAlign: VerticalAlign;
  textTransform: TextTransform;
  /** Lines at most; absent: as many as it takes. */
  maxLines?: number;
  overflow: TextOverflow;
  underline: boolean;
  overline: boolean;
  lineThrough: boolean;
  /** CSS paint. */
  textColor: string;
  outlineColor: string;
  /** Multiple of the font size that is drawn in the end; 0: no outline. */
  outlineWidthEm: number;
  /** CSS `text-shadow` list, `''` for none. */
  textShadow: string;
  /** CSS paint behind the text, filling the box. */
  backgroundColor: string;
  padding: number;
  borderRadius: number;
}

export interface ResolvedImage {
  type: 'image';
  sourceUrl: string;
  imageSize: ImageSize;
  position: ImagePosition;
  flip: ImageFlip;
  borderWidth: number;
  borderRadius: number;
  borderColor: string;
  /** CSS `box-shadow` list, `''` for none. */
  imageShadow: string;
}

export interface ResolvedShape {
  type: 'shape';
  shape: ShapeForm;
  /** CSS paint. */
  fillColor: string;
  strokeColor: string;
  /** Pixels; 0: no stroke. */
  strokeWidth: number;
  strokeCorner: StrokeCorner;
  /** Dash : gap in stroke widths; `none` is an unbroken line. */
  strokeStyle: StrokeStyle;
  /** CSS shadow list (offset, blur, colour), `''` for none. */
  shapeShadow: string;
  /** Corners of a polygon. */
  sides: number;
  /** Tips of a star. */
  points: number;
  /** SVG path data in box pixels, for the form `path`. */
  path: string;
  borderRadius: number;
}
