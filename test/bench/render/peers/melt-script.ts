import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FPS } from '../templates.ts';
import { encoderOptions } from './encoder-options.ts';
import type { Box, Storyboard, StoryItem, StoryPage } from './storyboard.ts';

/** Frames that two pages share while one fades into the other. */
const FADE_FRAMES = 0.5 * FPS;

/** Names of options for which melt has others than ffmpeg, which writes a dash before its own. */
const MELT_NAMES: Readonly<Record<string, string>> = { '-c:v': 'vcodec', '-profile:v': 'vprofile' };

/**
 * Writes a storyboard as melt 7 takes it and gives the file, and what comes after `-consumer`. Pictures fade in instead
 * of sliding; left out are the rounded corners of footage.
 */
export async function meltScript(story: Storyboard, output: string): Promise<{ script: string; consumer: string[] }> {
  const frames = story.pages.map(({ durationS }) => Math.round(durationS * FPS));
  const starts = frames.map((_, index) => sum(frames.slice(0, index)) - index * FADE_FRAMES);
  const total = sum(frames) - (frames.length - 1) * FADE_FRAMES;
  const lines = [
    '<?xml version="1.0"?>',
    '<mlt LC_NUMERIC="C">',
    profile(story),
    ...story.pages.map((page, index) => pageTractor(page, `page${index}`, frames[index]!, story)),
    producer(
      'music',
      { service: 'avformat', resource: story.music },
      total,
      '<property name="video_index">-1</property>',
    ),
    ...[0, 1].map((odd) => playlist(`track${odd}`, pagesOfTrack(odd, frames, starts))),
    `<playlist id="sound"><entry producer="music" in="0" out="${total - 1}"/></playlist>`,
    `<tractor id="video" in="0" out="${total - 1}">`,
    '<multitrack><track producer="track0"/><track producer="track1"/><track producer="sound" hide="video"/></multitrack>',
    ...starts.slice(1).map((start, index) => crossFade(start, index % 2 === 1)),
    transition('mix', 2, [0, total - 1], { always_active: '1', sum: '1' }),
    '</tractor>',
    '</mlt>',
  ];
  const script = join(story.folder, 'melt.mlt');
  await writeFile(script, lines.join('\n'));
  const video = encoderOptions(story).map(([name, value]) => `${MELT_NAMES[name] ?? name.slice(1)}=${value}`);
  const sound = ['acodec=aac', 'ab=160k', 'movflags=+faststart'];
  return { script, consumer: [`avformat:${output}`, ...video, ...sound, 'real_time=-1'] };
}

function profile({ width, height }: Storyboard): string {
  const rate = `frame_rate_num="${FPS}" frame_rate_den="1" progressive="1"`;
  const shape = 'sample_aspect_num="1" sample_aspect_den="1" display_aspect_num="16" display_aspect_den="9"';
  return `<profile width="${width}" height="${height}" ${rate} ${shape} colorspace="709"/>`;
}

/** A page: its ground, and each item on a track of its own, put over it. */
function pageTractor({ ground, items }: StoryPage, id: string, frames: number, story: Storyboard): string {
  const tracks = items.map((item, index) => ({ item, id: `${id}_${index}`, from: firstFrame(item) }));
  return [
    producer(`${id}_ground`, { service: 'qimage', resource: ground }, frames),
    ...tracks.flatMap((track) => [
      source(track.id, track.item, frames),
      playlist(`${track.id}_track`, [
        ...(track.from > 0 ? [{ blank: track.from }] : []),
        {
          producer: track.id,
          skip: track.item.kind === 'clip' ? Math.round(track.item.fromS * FPS) : 0,
          frames: frames - track.from,
        },
      ]),
    ]),
    `<tractor id="${id}" in="0" out="${frames - 1}"><multitrack><track producer="${id}_ground"/>`,
    ...tracks.map((track) => `<track producer="${track.id}_track"/>`),
    '</multitrack>',
    ...tracks.map(({ item, from }, index) =>
      transition('qtblend', index + 1, [from, frames - 1], {
        rect: rectOf(item, frames - from, story),
        compositing: '0',
      }),
    ),
    '</tractor>',
  ].join('\n');
}

function firstFrame(item: StoryItem): number {
  return item.kind === 'picture' ? Math.round(item.startS * FPS) : 0;
}

function source(id: string, item: StoryItem, frames: number): string {
  if (item.kind !== 'clip') return producer(id, { service: 'qimage', resource: item.file }, frames);
  return producer(
    id,
    { service: 'avformat', resource: item.file },
    frames + 60,
    '<property name="audio_index">-1</property>',
  );
}

/** Place and opacity of an item over its time: MLT's `frame=x y width height opacity`. */
function rectOf(item: StoryItem, frames: number, { width, height }: Storyboard): string {
  const rect = (box: Box, opacity: number): string => `${box.x} ${box.y} ${box.width} ${box.height} ${opacity}`;
  const zoomed = (scale: number): Box => ({
    ...{ x: (width * (1 - scale)) / 2, y: (height * (1 - scale)) / 2 },
    ...{ width: width * scale, height: height * scale },
  });
  switch (item.kind) {
    case 'photo':
      return `0=${rect(zoomed(item.fromScale), 1)};${frames - 1}=${rect(zoomed(item.toScale), 1)}`;
    case 'clip':
      return rect(item.box, 1);
    case 'picture':
      if (item.enterS === 0) return rect(item.box, 1);
      return `0=${rect(item.box, 0)};${Math.round(item.enterS * FPS)}=${rect(item.box, 1)}`;
  }
}

type Entry = { blank: number } | { producer: string; skip: number; frames: number };

/** Every other page, with gaps where the pages between them are. */
function pagesOfTrack(odd: number, frames: readonly number[], starts: readonly number[]): Entry[] {
  let end = 0;
  return frames.flatMap((length, index): Entry[] => {
    if (index % 2 !== odd) return [];
    const gap = starts[index]! - end;
    end = starts[index]! + length;
    const page = { producer: `page${index}`, skip: 0, frames: length };
    return gap > 0 ? [{ blank: gap }, page] : [page];
  });
}

function playlist(id: string, entries: readonly Entry[]): string {
  const lines = entries.map((entry) =>
    'blank' in entry
      ? `<blank length="${entry.blank}"/>`
      : `<entry producer="${entry.producer}" in="${entry.skip}" out="${entry.skip + entry.frames - 1}"/>`,
  );
  return `<playlist id="${id}">${lines.join('')}</playlist>`;
}

/** A file, and the service with which MLT reads it. */
interface Source {
  service: 'qimage' | 'avformat';
  resource: string;
}

function producer(id: string, { service, resource }: Source, frames: number, more = ''): string {
  const properties = `<property name="mlt_service">${service}</property><property name="resource">${resource}</property>`;
  return `<producer id="${id}" in="0" out="${frames - 1}"><property name="length">${frames}</property>${properties}${more}</producer>`;
}

function crossFade(start: number, isReversed: boolean): string {
  return transition('luma', 1, [start, start + FADE_FRAMES - 1], { reverse: isReversed ? '1' : '0' });
}

function transition(
  service: string,
  track: number,
  [first, last]: readonly [number, number],
  properties: Record<string, string>,
): string {
  const all = { a_track: '0', b_track: `${track}`, mlt_service: service, ...properties };
  const lines = Object.entries(all).map(([name, value]) => `<property name="${name}">${value}</property>`);
  return `<transition in="${first}" out="${last}">${lines.join('')}</transition>`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
