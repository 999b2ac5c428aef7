import type { FootageRun } from '#libs/timeline';
import type { VideoStreamInfo } from '../probe.js';
import { DECODING, paceFilters, picturesTo, sizeFilters, sourceArguments } from './footage-arguments.js';
import { chromaPlaces } from './pixel-filters.js';
import { hasWideColors } from './tone-mapping.js';

/** Decoded pictures of a run at the size of their source, one after the other in a file. */
export interface KeptPictures {
  file: string;
  /** After them the run has no further ones. */
  isWhole: boolean;
}

/** A file in which the pictures of a run are kept while they are decoded. */
export interface KeptMeanwhile {
  file: string;
  /** Further ones are not kept. */
  mostPictures: number;
  /** Call it when nothing writes to the file any more. @param isGood false: what it holds cannot be used */
  end(isGood: boolean, isWhole: boolean): Promise<void>;
}

/** The pictures of a run, and bytes of one of them. */
export interface RunToKeep {
  run: Pick<FootageRun, 'fps' | 'fromS' | 'speed' | 'firstPicture'>;
  pictureBytes: number;
  /** Pictures from the run's first one to the end of the file; Infinity where the file does not say. */
  pictures: number;
}

/** Finds the kept pictures of a run, or a place for them. Null: they are neither kept, nor is there a place. */
export type KeepPictures = (run: RunToKeep) => Promise<KeptPictures | KeptMeanwhile | null>;

/**
 * Whether pictures that are read back from a file are scaled as those of the decoder: nothing is lost that the filters
 * read from a picture, such as its color space.
 */
export function isKeepable(source: VideoStreamInfo): boolean {
  const { width, height, shownWidth, shownHeight, pixelFormat, chromaLocation } = source;
  const isPlain = pixelFormat === 'yuv420p' && !source.hasAlpha && !hasWideColors(source);
  const isAsStored = shownWidth === width && shownHeight === height && width % 2 === 0 && height % 2 === 0;
  return isPlain && isAsStored && (chromaLocation === null || chromaPlaces(source) !== '');
}

/** Decodes the pictures of a run to stdout, as `footageArguments` does, and keeps them in a file as well. */
export function keepingArguments(
  file: string,
  source: VideoStreamInfo,
  { run, hasGpu, kept }: { run: FootageRun; hasGpu: boolean; kept: KeptMeanwhile },
): string[] {
  const { width, height } = source;
  const branches = [
    `[0:V:0]${paceFilters(run).join(',')},split[first][second]`,
    `[first]${sizeFilters(source, run).join(',')}[shown]`,
    `[second]scale=${width}:${height},format=yuv420p[kept]`, // of one size, whatever a broken file contains
  ];
  return [
    ...[...sourceArguments(file, source, run, hasGpu), '-filter_complex', branches.join(';')],
    ...['-map', '[shown]', ...picturesTo('pipe:1', source)],
    ...['-map', '[kept]', '-frames:v', `${kept.mostPictures}`, '-flush_packets', '1'],
    ...['-y', ...picturesTo(kept.file, source)],
  ];
}

/** Gives the kept pictures of a run the size of this one, to stdout. */
export function keptArguments({ file }: KeptPictures, source: VideoStreamInfo, run: FootageRun): string[] {
  const { width, height, colorSpace, colorRange } = source;
  const input = ['-protocol_whitelist', 'file', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`];
  const colors = [`range=${colorRange ?? 'unspecified'}`, `colorspace=${colorSpace ?? 'unknown'}`];
  const filters = [`setparams=${colors.join(':')}`, ...sizeFilters(source, run)];
  return [
    ...[...DECODING, ...input, '-r', `${run.fps}`, '-i', file, '-map', '0:v:0', '-vf', filters.join(',')],
    ...picturesTo('pipe:1', source),
  ];
}
