import { ASSUMED_S, MAX_VIDEO_S, transitionS } from '#libs/document';
import { layersIn } from '../document-rules.js';
import type { TemplateDocument } from '../document.js';
import { FaultList, fieldName, type Path } from '../fault-list.js';
import { type Located, objectsIn } from '../located.js';
import { MAX_PAGES } from '../document-limits.js';
import type { TemplatePage } from '../page.js';
import { own } from '../shape/json.js';
import { type Resolved, resolveShape } from '../shape/resolve-shape.js';
import { AutoDuration } from './auto-duration.js';
import { layerReadingS } from './content-length.js';
import { FileLengths, type FileToMeasure, type MeasuredLengths } from './file-lengths.js';
import { PageClock, type PageTime } from './page-clock.js';
import { AUTO } from '../rules/is-time.js';

/** A document whose times are all numbers, and the files whose lengths it would need but that were not measured. */
export interface TimedDocument {
  document: TemplateDocument;
  /** {@link ASSUMED_S} stands for the length of each. */
  unmeasured: readonly FileToMeasure[];
}

/**
 * Replaces every `auto` and every time that depends on another layer by seconds. Pure: the same document and lengths
 * give the same times. A document with nothing to replace is returned as it is.
 *
 * @param document that `checkDocumentRules` accepted: names exist, and no time waits for itself
 */
export function resolveTimes(document: TemplateDocument, measured: MeasuredLengths): TimedDocument {
  const places = objectsIn(document.pages, ['pages'], MAX_PAGES).map(({ path }) => path);
  const open = places.filter((path, index) => isOpen(document.pages[index]!, path));
  const tracks = document.audio ?? [];
  if (open.length === 0 && !tracks.some(({ duration }) => duration === AUTO)) return { document, unmeasured: [] };
  const timed = structuredClone(document);
  const lengths = new FileLengths(measured);
  for (const path of open) setPageTimes(timed, Number(path[1]), lengths);
  // Without a duration, a track plays as long as its file, or repeats until the video ends: that is `auto`.
  for (const track of timed.audio ?? []) if (track.duration === AUTO) delete track.duration;
  return { document: timed, unmeasured: lengths.unmeasured };
}

/** A document with the times of the same document in another size: all cuts and sounds are the same there. */
export function withTimesOf({ document: other, unmeasured }: TimedDocument, document: TemplateDocument): TimedDocument {
  const timed = structuredClone(document);
  for (const [index, page] of timed.pages.entries()) {
    const { duration, layers } = other.pages[index]!;
    page.duration = duration;
    delete page.auto_duration;
    const times = [...layersIn(layers, [])];
    for (const [position, { value }] of [...layersIn(page.layers, [])].entries()) {
      for (const name of ['start', 'duration']) {
        const time = own(times[position]?.value, name);
        if (time !== undefined) value[name] = time;
      }
    }
  }
  if (other.audio) timed.audio = structuredClone(other.audio);
  return { document: timed, unmeasured };
}

/** A plain number of a document whose times are resolved. @throws RangeError for any other time */
export function plainSeconds(time: unknown): number {
  if (typeof time === 'number') return time;
  throw new RangeError('times must be resolved before a document is compiled');
}

function isOpen({ duration, layers }: TemplatePage, path: Path): boolean {
  return duration === AUTO || [...layersIn(layers, path)].some(({ value }) => isRelative(value));
}

function isRelative({ start, duration }: Readonly<Record<string, unknown>>): boolean {
  return typeof start === 'object' || (duration !== undefined && typeof duration !== 'number');
}

/** Sets the times of one page and its layers. */
function setPageTimes(document: TemplateDocument, index: number, lengths: FileLengths): void {
  const page = document.pages[index]!;
  const path = ['pages', index];
  const layers = [...layersIn(page.layers, [...path, 'layers'])];
  const auto = resolveShape(AutoDuration, page.auto_duration ?? new AutoDuration());
  const options = { lengths, wordsPerMinute: auto.wordsPerMinute, faults: new FaultList(document) };
  const clock = new PageClock(layers, options);
  if (page.duration === AUTO) {
    const content = contentS(page, { path, layers, auto, clock, lengths });
    page.duration = withinBounds(content, auto, transitionsS(document, index));
  }
  const times = layers.map((layer) => layerTimes(layer, clock, plainSeconds(page.duration)));
  for (const [position, { value }] of layers.entries()) Object.assign(value, times[position]);
  delete page.auto_duration;
}

interface PageContent {
  path: Path;
  layers: readonly Located[];
  auto: Resolved<AutoDuration>;
  clock: PageClock;
  lengths: FileLengths;
}

/** Seconds of the longest of the page's layers, its sound and, unless it is off, the time to read its texts. */
function contentS(
  { page_audio_url: url }: TemplatePage,
  { path, layers, auto: { readingTime, wordsPerMinute }, clock, lengths }: PageContent,
): number {
  const field = fieldName([...path, 'page_audio_url']);
  const sound = typeof url === 'string' ? (lengths.of({ kind: 'audio', url, field }) ?? ASSUMED_S) : 0;
  const shown = readingTime ? layers.filter(({ value }) => own(value, 'visible') !== false) : [];
  const reading = shown.reduce((sum, layer) => sum + (layerReadingS(layer, wordsPerMinute) ?? 0), 0);
  return Math.max(clock.contentEnd(), sound, reading);
}

/** @param leastS seconds of the page's transitions: it is never shorter */
function withinBounds(content: number, { min, max, padding }: Resolved<AutoDuration>, leastS: number): number {
  return Math.min(max ?? MAX_VIDEO_S, Math.max(min, leastS, milliseconds(content + padding)));
}

/** Seconds of both transitions of a page. */
function transitionsS({ pages }: TemplateDocument, index: number): number {
  const [page, next] = objectsIn(pages.slice(index, index + 2), [], 2);
  return (index > 0 ? transitionS(page?.value) : 0) + transitionS(next?.value);
}

/** The least duration, s: a layer that would end before it starts is in no frame. */
const NEVER_S = 1e-9;

/** The times of a layer that stand in place of those that are no numbers. */
function layerTimes(layer: Located, clock: PageClock, pageS: number): { start?: number; duration?: number } {
  const { start, duration } = layer.value;
  const isOwn = duration === undefined || typeof duration === 'number';
  return {
    ...(typeof start === 'object' && { start: bounded(secondsOn(clock.startOf(layer), pageS), 0) }),
    ...(!isOwn && { duration: bounded(milliseconds(secondsOn(clock.durationOf(layer), pageS)), NEVER_S) }),
  };
}

function secondsOn({ seconds, pages }: PageTime, pageS: number): number {
  return seconds + pages * pageS;
}

function bounded(seconds: number, least: number): number {
  return Math.min(MAX_VIDEO_S, Math.max(least, seconds));
}

/** The time in whole milliseconds, no shorter. */
function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1_000 - 1e-6) / 1_000;
}
