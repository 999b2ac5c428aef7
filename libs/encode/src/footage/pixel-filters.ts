import type { VideoStreamInfo } from '../probe.js';
import { toneMapping } from './tone-mapping.js';

/** Without accurate_rnd flat areas are one level too bright. It costs nothing measurable. */
const SCALER = 'flags=bicubic+accurate_rnd';
/** Chroma of every pixel, which conversions to and from RGB halve by default. */
const RGB_SCALER = `${SCALER}+full_chroma_inp+full_chroma_int`;

/** Filters that scale the pictures of a source to a size and give them the pixels of frames. Sizes are even. */
export function pixelFilters(source: VideoStreamInfo, size: { width: number; height: number }): string[] {
  const scale = `scale=${size.width}:${size.height}`;
  const matrix = `in_color_matrix=${matrixOf(source)}`;
  if (source.hasAlpha) return withAlpha(scale, matrix);
  const toBt709 = toneMapping(source);
  if (toBt709) return [`${scale}:${SCALER}`, ...toBt709];
  return [`${scale}:${SCALER}:${matrix}:out_color_matrix=bt709:out_range=tv`, 'format=yuv420p'];
}

/** ffmpeg's name of the pixels that `pixelFilters` gives. */
export function pixelFormatOf({ hasAlpha }: Pick<VideoStreamInfo, 'hasAlpha'>): string {
  return hasAlpha ? 'rgba' : 'yuv420p';
}

/** Colors are premultiplied before they are scaled: those of transparent pixels, mostly black, would darken every edge. */
function withAlpha(scale: string, matrix: string): string[] {
  return [
    ...[`scale=${RGB_SCALER}:${matrix}`, 'format=gbrap', 'premultiply=inplace=1'],
    ...[`${scale}:${RGB_SCALER}`, 'format=rgba'],
  ];
}

/** Untagged pictures are taken as BT.601 below 720 lines and as BT.709 otherwise, as players do. */
function matrixOf({ colorSpace, height, width }: VideoStreamInfo): string {
  if (colorSpace !== null && colorSpace !== 'unknown') return 'auto';
  return Math.min(height, width) >= 720 ? 'bt709' : 'bt601';
}
