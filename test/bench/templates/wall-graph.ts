import { join } from 'node:path';
import type { Timeline } from '#libs/timeline';
import { fileOf } from '../render/limit.ts';
import { WALL } from './documents/footage-documents.ts';

/**
 * The video wall by one ffmpeg filter graph, as one would write it by hand: the clips, which fill their cells, are stacked, and
 * the stack is scaled for each frame and cut. The scale follows the easing `in-out-sine`.
 * @param sound ffmpeg's arguments that open the sound
 */
export function wallGraph(timeline: Timeline, assets: string, sound: readonly string[], output: string): string[] {
  const { width, height, cell, background, seconds, zoom, cells } = WALL;
  const clips = cells.flatMap(({ file, fromS }) => ['-ss', `${fromS}`, '-t', `${seconds}`, '-i', join(assets, file)]);
  const [shownWidth, shownHeight] = [cell.width - 2 * cell.gap, cell.height - 2 * cell.gap];
  const fill = [
    `fps=${timeline.fps}`,
    `scale=${shownWidth}:${shownHeight}:force_original_aspect_ratio=increase`,
    `crop=${shownWidth}:${shownHeight}`,
    `pad=${cell.width}:${cell.height}:${cell.gap}:${cell.gap}:${background}`,
  ].join(',');
  const places = cells.map((_, index) => `${(index % 3) * cell.width}_${Math.floor(index / 3) * cell.height}`);
  const way = `clip((t-${zoom.startS})/${zoom.endS - zoom.startS},0,1)`;
  const scale = `(${zoom.from}+(${zoom.to - zoom.from})*(1-cos(PI*${way}))/2)`;
  const graph = [
    ...cells.map((_, index) => `[${index}:v]${fill}[cell${index}]`),
    `${cells.map((_, index) => `[cell${index}]`).join('')}xstack=inputs=${cells.length}:layout=${places.join('|')}[wall]`,
    `[wall]scale=w='2*trunc(${width / 2}*${scale})':h='2*trunc(${height / 2}*${scale})':eval=frame[scaled]`,
    `[scaled]crop=${width}:${height}:x='${width}*(${scale}-1)/2':y='${height}*(${scale}-1)/2'[shown]`,
  ].join(';');
  const inputs = [...clips, '-t', `${seconds}`, ...sound];
  const streams = ['-filter_complex', graph, '-map', '[shown]', '-map', `${cells.length}:a:0`];
  return ['ffmpeg', '-v', 'error', '-nostdin', '-y', ...inputs, ...streams, ...fileOf(timeline, output)];
}
