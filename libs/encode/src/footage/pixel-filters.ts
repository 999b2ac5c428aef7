import type { FootageRun } from '#libs/timeline';
import type { VideoStreamInfo } from '../probe.js';
import { hasWideColors, toneMapping } from './tone-mapping.js';

/** Chroma of every pixel, which conversions to and from RGB halve by default. */
const FULL_CHROMA = '+full_chroma_inp+full_chroma_int';

/** Filters that scale the pictures of a source to a size and give them the pixels of frames. Sizes are even. */
export function pixelFilters(
  source: VideoStreamInfo,
  { width, height, byMeans }: Pick<FootageRun, 'width' | 'height' | 'byMeans'>,
): string[] {
  // Without accurate_rnd flat areas are one level too bright. It costs nothing measurable.
  const flags = `flags=${byMeans ? 'area' : 'bicubic'}+accurate_rnd`;
  const scale = `scale=${width}:${height}:${flags}${chromaPlaces(source)}`;
  const matrix = `in_color_matrix=${matrixOf(source)}`;
  if (source.hasAlpha) return withAlpha(scale, `scale=${flags}${FULL_CHROMA}:${matrix}`);
  const toBt709 = toneMapping(source);
  if (toBt709) return [scale, ...toBt709];
  return [`${scale}:${matrix}:out_color_matrix=bt709:out_range=tv`, 'format=yuv420p'];
}

/** ffmpeg's name of the pixels that `pixelFilters` gives. */
export function pixelFormatOf({ hasAlpha }: Pick<VideoStreamInfo, 'hasAlpha'>): string {
  return hasAlpha ? 'rgba' : 'yuv420p';
}

/** Colors are premultiplied before they are scaled: those of transparent pixels, mostly black, would darken every edge. */
function withAlpha(scale: string, toRgb: string): string[] {
  return [toRgb, 'format=gbrap', 'premultiply=inplace=1', `${scale}${FULL_CHROMA}`, 'format=rgba'];
}

/** ffmpeg's places of the chroma samples of 4:2:0, in 256ths of a pixel from the upper left one of their four. */
const CHROMA_PLACES: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  left: { x: 0, y: 128 },
  center: { x: 128, y: 128 },
  topleft: { x: 0, y: 0 },
  top: { x: 128, y: 0 },
};

/**
 * Options that keep colors where they are when pictures are scaled: in frames, chroma lies on the left. ffmpeg has no use
 * for them where it changes the matrix, which it does in RGB.
 */
export function chromaPlaces(source: VideoStreamInfo): string {
  const { chromaLocation, pixelFormat, colorSpace, hasAlpha } = source;
  const place = CHROMA_PLACES[chromaLocation ?? ''];
  const isBt709 = colorSpace === 'bt709' || matrixOf(source) === 'bt709';
  const isHalved = !hasAlpha && /420|^nv12$|^p010/.test(pixelFormat);
  if (!place || !isHalved || !(isBt709 || hasWideColors(source))) return '';
  return `:in_h_chr_pos=${place.x}:in_v_chr_pos=${place.y}:out_h_chr_pos=0:out_v_chr_pos=128`;
}

/** Untagged pictures are taken as BT.601 below 720 lines and as BT.709 otherwise, as players do. */
function matrixOf({ colorSpace, height, width }: VideoStreamInfo): string {
  if (colorSpace !== null && colorSpace !== 'unknown') return 'auto';
  return Math.min(height, width) >= 720 ? 'bt709' : 'bt601';
}
