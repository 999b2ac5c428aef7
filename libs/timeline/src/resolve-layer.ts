import type {
  CaptionLayer,
  ChartLayer,
  ImageLayer,
  Layer,
  LottieLayer,
  MachineCodeLayer,
  OutlineWidth,
  RatingLayer,
  ShapeLayer,
  TextLayer,
  TextStyle,
  VideoLayer,
} from '#libs/template';
import type { CaptionText } from './captions.js';
import type {
  ResolvedCaption,
  ResolvedChart,
  ResolvedImage,
  ResolvedLayer,
  ResolvedMachineCode,
  ResolvedLottie,
  ResolvedRating,
  ResolvedShape,
  ResolvedText,
  ResolvedVideo,
  TextLook,
} from './resolved-layer.js';

const BLACK = '#000000';
const WHITE = '#ffffff';
const TRANSPARENT = 'transparent';
const GOLD = '#f5a524';
const SILVER = '#d8dce3';
const GRAY = '#71717a';
const BLUE = '#2563eb';

const DEFAULT_FONT_FAMILY = 'Inter';

/** Parts of the font size: readable at every size, and scaled along when text is fitted. */
const OUTLINE_EM: Readonly<Record<OutlineWidth, number>> = { none: 0, thin: 0.02, medium: 0.05, thick: 0.1 };

/** A layer with every default of TEMPLATE.md filled in. */
export function resolveLayer(layer: Exclude<Layer, CaptionLayer>): ResolvedLayer {
  switch (layer.type) {
    case 'text':
      return resolveText(layer);
    case 'image':
      return resolveImage(layer);
    case 'shape':
      return resolveShape(layer);
    case 'video':
      return resolveVideo(layer);
    case 'rating':
      return resolveRating(layer);
    case 'machine_code':
      return resolveMachineCode(layer);
    case 'chart':
      return resolveChart(layer);
    case 'group':
      return { type: 'group' };
    case 'lottie':
      return resolveLottie(layer);
  }
}

/** A caption layer with what it says at this instant. */
export function resolveCaption(layer: CaptionLayer, { text, active }: CaptionText): ResolvedCaption {
  return {
    type: 'caption',
    text,
    ...(active && { active }),
    activeTextColor: layer.active_text_color ?? GOLD,
    activeBackgroundColor: layer.active_background_color ?? TRANSPARENT,
    ...resolveTextLook(layer),
  };
}

function resolveText(layer: TextLayer): ResolvedText {
  return { type: 'text', text: layer.text, ...resolveTextLook(layer) };
}

function resolveTextLook(layer: TextStyle): TextLook {
  return {
    fontFamily: layer.font_family ?? DEFAULT_FONT_FAMILY,
    weight: layer.weight ?? 400,
    italic: layer.italic ?? false,
    fontSize: layer.font_size ?? 48,
    lineHeight: layer.line_height ?? 1.2,
    tracking: layer.tracking ?? 0,
    fitText: layer.fit_text ?? false,
    align: layer.align ?? 'left',
    verticalAlign: layer.vertical_align ?? 'top',
    textTransform: layer.text_transform ?? 'none',
    ...(layer.max_lines !== undefined && { maxLines: layer.max_lines }),
    overflow: layer.overflow ?? 'visible',
    underline: layer.underline ?? false,
    overline: layer.overline ?? false,
    lineThrough: layer.line_through ?? false,
    textColor: layer.text_color ?? BLACK,
    outlineColor: layer.outline_color ?? BLACK,
    outlineWidthEm: OUTLINE_EM[layer.outline_width ?? 'none'],
    textShadow: shadowList(layer.text_shadow),
    backgroundColor: layer.background_color ?? TRANSPARENT,
    padding: layer.padding ?? 0,
    borderRadius: layer.border_radius ?? 0,
  };
}

function resolveImage(layer: ImageLayer): ResolvedImage {
  return {
    type: 'image',
    sourceUrl: layer.source_url,
    imageSize: layer.image_size ?? 'cover',
    position: layer.position ?? 'center center',
    flip: layer.flip ?? 'original',
    effect: layer.effect ?? 'none',
    borderWidth: layer.border_width ?? 0,
    borderRadius: layer.border_radius ?? 0,
    borderColor: layer.border_color ?? BLACK,
    imageShadow: shadowList(layer.image_shadow),
  };
}

function resolveVideo(layer: VideoLayer): ResolvedVideo {
  return {
    type: 'video',
    sourceUrl: layer.source_url,
    imageSize: layer.image_size ?? 'cover',
    position: layer.position ?? 'center center',
    borderRadius: layer.border_radius ?? 0,
    trimStartS: layer.trim_start ?? 0,
    ...(layer.trim_end !== undefined && { trimEndS: layer.trim_end }),
    speed: layer.speed ?? 1,
    loop: layer.loop ?? false,
    isResizing: layer.keyframes?.width !== undefined || layer.keyframes?.height !== undefined,
  };
}

function resolveShape(layer: ShapeLayer): ResolvedShape {
  const shape = layer.shape ?? 'rectangle';
  return {
    type: 'shape',
    shape,
    fillColor: layer.fill_color ?? BLACK,
    strokeColor: layer.stroke_color ?? BLACK,
    strokeWidth: layer.stroke_width ?? (shape === 'line' ? 1 : 0),
    strokeCorner: layer.stroke_corner ?? 'sharp',
    strokeStyle: layer.stroke_style ?? 'none',
    shapeShadow: shadowList(layer.shape_shadow),
    sides: layer.sides ?? 6,
    points: layer.points ?? 5,
    path: layer.path ?? '',
    borderRadius: layer.border_radius ?? 0,
  };
}

function resolveRating(layer: RatingLayer): ResolvedRating {
  const ratingMax = layer.rating_max ?? 5;
  return {
    type: 'rating',
    rating: Math.min(ratingMax, layer.rating),
    ratingMax,
    icon: layer.icon ?? 'star',
    gap: layer.gap ?? 8,
    activeFillColor: layer.active_fill_color ?? GOLD,
    inactiveFillColor: layer.inactive_fill_color ?? SILVER,
  };
}

function resolveMachineCode(layer: MachineCodeLayer): ResolvedMachineCode {
  return {
    type: 'machine_code',
    text: layer.text,
    codeType: layer.code_type ?? 'qr',
    errorCorrection: layer.error_correction ?? 'M',
    foregroundColor: layer.foreground_color ?? BLACK,
    backgroundColor: layer.background_color ?? WHITE,
    borderWidth: layer.border_width ?? 0,
    borderRadius: layer.border_radius ?? 0,
    borderColor: layer.border_color ?? BLACK,
  };
}

function resolveChart(layer: ChartLayer): ResolvedChart {
  return {
    type: 'chart',
    chartType: layer.chart_type ?? 'bar',
    data: layer.chart_data,
    fontSize: layer.font_size ?? 48,
    textColor: layer.text_color ?? BLACK,
    fillColor: layer.fill_color ?? BLUE,
    axesColor: layer.axes_color ?? GRAY,
    showValues: layer.show_values ?? false,
    numberFormat: layer.number_format ?? '',
  };
}

function resolveLottie(layer: LottieLayer): ResolvedLottie {
  return { type: 'lottie', sourceUrl: layer.source_url, speed: layer.speed ?? 1, loop: layer.loop ?? false };
}

function shadowList(list: string | undefined): string {
  const text = list?.trim() ?? '';
  return text === 'none' ? '' : text;
}
