import { type JsonObject, objectOf } from './json-path.js';
import { rounded } from './rounded.js';

/** Seconds of a video, and of every time within one, at most. */
export const MAX_VIDEO_S = 3_600;

/** Default seconds of a transition, and of the entrance or exit of a layer. */
export const DEFAULT_TRANSITION_S = 0.5;
export const DEFAULT_ANIMATION_S = 0.5;

/** Stands for a length that was not measured, s. */
export const ASSUMED_S = 5;

/** An object of a document whose fields may be of any type. */
type Fields = Readonly<Record<string, unknown>>;

export function pagesOf(document: Fields): readonly JsonObject[] {
  return (document['pages'] ?? []) as readonly JsonObject[];
}

/** Seconds of the page; those that stand for a duration `auto` that is not resolved. */
export function pageDuration(page: Fields | undefined): number {
  return secondsOf(page?.['duration'], page?.['duration'] === 'auto' ? ASSUMED_S : 0);
}

/** Seconds for which the page and the one before it are both shown. */
export function transitionS(page: Fields | undefined): number {
  const transition = objectOf(page?.['transition']);
  return !transition || transition['type'] === 'none' ? 0 : secondsOf(transition['duration'], DEFAULT_TRANSITION_S);
}

/** The time of the video at which the page at `index` starts: its transition overlaps the end of the page before it. */
export function pageStart(document: Fields, index: number): number {
  const pages = pagesOf(document);
  let start = 0;
  for (let position = 1; position <= index; position++) {
    start += pageDuration(pages[position - 1]) - transitionS(pages[position]);
  }
  return Math.max(0, start);
}

/**
 * A moment of the page at which it is worth being seen: animations have begun, and no transition is under way.
 *
 * @param pageS seconds of the page, if they are not those that the document states
 */
export function restingTime(document: Fields, index: number, pageS?: number): number {
  const page = pagesOf(document)[index];
  const from = transitionS(page);
  const to = (pageS ?? pageDuration(page)) - transitionS(pagesOf(document)[index + 1]);
  return rounded((from + Math.max(from, to)) / 2, 2);
}

/** The time for which a layer is shown, in seconds of its page. */
export interface LayerTimes {
  readonly from: number;
  readonly to: number;
  /** Whether the layer ends with its page, because it has no duration of its own. */
  readonly open: boolean;
  /** Seconds that its entrance with its delay and its exit take; 0 without one. */
  readonly enterS: number;
  readonly exitS: number;
}

export function layerTimes(layer: Fields, pageS: number): LayerTimes {
  const from = secondsOf(layer['start'], 0);
  const open = typeof layer['duration'] !== 'number';
  const to = Math.max(from, Math.min(open ? pageS : from + secondsOf(layer['duration'], 0), pageS));
  const [enter, exit] = [animationTimes(layer['enter']), animationTimes(layer['exit'])];
  const shrink = animationShrink(enter.delayS + enter.durationS + exit.delayS + exit.durationS, to - from);
  return { from, to, open, enterS: (enter.delayS + enter.durationS) * shrink, exitS: exit.durationS * shrink };
}

function animationTimes(value: unknown): { delayS: number; durationS: number } {
  const animation = objectOf(value);
  if (!animation) return { delayS: 0, durationS: 0 };
  return { delayS: secondsOf(animation['delay'], 0), durationS: secondsOf(animation['duration'], DEFAULT_ANIMATION_S) };
}

/**
 * Factor by which the entrance and the exit of a layer shrink so that both fit into its `lifeS` seconds. `wantedS`: their
 * own seconds, delays included.
 */
export function animationShrink(wantedS: number, lifeS: number): number {
  return wantedS > lifeS ? lifeS / wantedS : 1;
}

function secondsOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && value >= 0 ? value : fallback;
}
