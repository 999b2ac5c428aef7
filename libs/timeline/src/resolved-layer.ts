import type {
  ChartDatum,
  ChartType,
  CodeType,
  ErrorCorrection,
  HorizontalAlign,
  ImageEffect,
  ImageFlip,
  ImagePosition,
  ImageSize,
  RatingIcon,
  ShapeForm,
  StrokeCorner,
  StrokeStyle,
  TextOverflow,
  TextTransform,
  VerticalAlign,
} from '#libs/template';

/** A layer with every default filled in and keyframed values substituted. Lengths in pixels of the node's box. */
export type ResolvedLayer =
  | ResolvedText
  | ResolvedImage
  | ResolvedVideo
  | ResolvedShape
  | ResolvedRating
  | ResolvedMachineCode
  | ResolvedChart
  | ResolvedCaption
  | ResolvedGroup
  | ResolvedLottie;

export interface ResolvedText extends TextLook {
  type: 'text';
  /** May contain line breaks; `textTransform` is not applied yet. Numbers that count up stand as far as they have come. */
  text: string;
}

/** What a caption layer says at this instant; at an instant without words there is no node. */
export interface ResolvedCaption extends TextLook {
  type: 'caption';
  /** The whole cue, or in word mode the one word. May contain line breaks; `textTransform` is not applied yet. */
  text: string;
  /** The word being said, in highlight mode: UTF-16 indices `[from, to)` into `text`. */
  active?: { from: number; to: number };
  /** CSS paint of the active word. */
  activeTextColor: string;
  /** CSS color behind the active word, `transparent` for none. */
  activeBackgroundColor: string;
}

/** How letters look: text and caption alike. */
export interface TextLook {
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
  effect: ImageEffect;
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
  /** CSS shadow list (offset, blur, color), `''` for none. */
  shapeShadow: string;
  /** Corners of a polygon. */
  sides: number;
  /** Tips of a star. */
  points: number;
  /** SVG path data in box pixels, for the form `path`. */
  path: string;
  borderRadius: number;
}

/** A source clip; which of its pictures to show: `pictureAt(framesBefore(node.timeS, fps), clipFrames(layer, …), loop)`. */
export interface ResolvedVideo {
  type: 'video';
  sourceUrl: string;
  imageSize: ImageSize;
  position: ImagePosition;
  borderRadius: number;
  /** Second of the source it begins at. */
  trimStartS: number;
  /** Second of the source it ends at; absent: its natural end. */
  trimEndS?: number;
  /** Seconds of the source per second of the video, > 0. */
  speed: number;
  /** At the end start again; otherwise the last picture stays. */
  loop: boolean;
  /** The box changes its size over time: the clip is decoded once for all sizes. */
  isResizing: boolean;
}

export interface ResolvedRating {
  type: 'rating';
  /** Icons lit from the left, 0 … ratingMax; in halves unless it is moving, then any part of an icon. */
  rating: number;
  ratingMax: number;
  icon: RatingIcon;
  /** Pixels between icons. */
  gap: number;
  activeFillColor: string;
  inactiveFillColor: string;
}

export interface ResolvedMachineCode {
  type: 'machine_code';
  text: string;
  codeType: CodeType;
  /** Of QR codes. */
  errorCorrection: ErrorCorrection;
  foregroundColor: string;
  backgroundColor: string;
  borderWidth: number;
  borderRadius: number;
  borderColor: string;
}

export interface ResolvedChart {
  type: 'chart';
  chartType: ChartType;
  /** 1 … 200. */
  data: readonly Readonly<ChartDatum>[];
  /** Of labels and values, pixels. */
  fontSize: number;
  textColor: string;
  fillColor: string;
  axesColor: string;
  showValues: boolean;
  /** As in the document, `''` for none. */
  numberFormat: string;
}

/** Nothing of its own to paint: the node's `children` are all of it, its box is their parent. */
export interface ResolvedGroup {
  type: 'group';
}

/** A Lottie animation; which of its instants to show: `lottieTimeS(layer, node.timeS, …)`. */
export interface ResolvedLottie {
  type: 'lottie';
  sourceUrl: string;
  speed: number;
  loop: boolean;
}
