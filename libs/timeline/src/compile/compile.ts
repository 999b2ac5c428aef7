import { isCssColor } from '#libs/document';
import {
  plainSeconds,
  type Resolved,
  resolveShape,
  TemplateDocument,
  type TemplatePage,
  type Transition,
} from '#libs/template';
import { flatten } from '../animations/color.js';
import { hashText } from '../animations/hash.js';
import { sizedByContent } from './sized-by-content.js';
import { soundsOf } from './sounds.js';
import type { Timeline, TimelinePage, TimelineTransition } from './timeline.js';

const WHITE = '#ffffff';
const BLACK = '#000000';

/**
 * Compiles a document to a timeline. Seconds become whole frames here and nowhere else, so that picture, sound and
 * price agree. Every page lasts at least one frame; a transition that rounds to 0 frames is a cut.
 *
 * @param document valid, with its modifications applied
 * @param options.fps frames per second, > 0
 * @param options.audioUrl the sound track of the request, for the whole video
 * @throws RangeError if the document contains something that cannot be drawn, which `validateTemplate` refuses
 */
export function compile(document: TemplateDocument, options: { fps: number; audioUrl?: string }): Timeline {
  const { fps, audioUrl } = options;
  const resolved = resolveShape(TemplateDocument, document, document);
  const background = flatten(resolved.backgroundColor, WHITE);
  const pages = compilePages(resolved.pages, document.pages, { fps, background });
  const frameCount = pages.at(-1)!.toFrame;
  return {
    width: document.width,
    height: document.height,
    fps,
    frameCount,
    durationS: frameCount / fps,
    background,
    pages,
    sounds: soundsOf(resolved, pages, { fps, frameCount, ...(audioUrl !== undefined && { audioUrl }) }),
    ...(resolved.loudness !== undefined && { loudnessLufs: resolved.loudness }),
    ...(resolved.safeArea !== 'none' && { safeArea: resolved.safeArea }),
    fonts: resolved.fonts.map((font, index) => ({ ...font, path: `fonts[${index}]` })),
    posterFrame: posterFrame(resolved.posterTime, pages, fps),
  };
}

function compilePages(
  pages: readonly Resolved<TemplatePage>[],
  stated: readonly TemplatePage[],
  { fps, background }: { fps: number; background: string },
): TimelinePage[] {
  const compiled: TimelinePage[] = [];
  /** Frames of the previous page that no transition covers yet. */
  let room = 0;
  for (const [index, page] of pages.entries()) {
    const frames = Math.max(1, Math.round(plainSeconds(page.duration) * fps));
    const key = `pages[${index}]`;
    const transition = compileTransition(page.transition, { fps, room: Math.min(room, frames), key });
    const overlap = transition?.frames ?? 0;
    const fromFrame = (compiled.at(-1)?.toFrame ?? 0) - overlap;
    compiled.push({
      key,
      fromFrame,
      toFrame: fromFrame + frames,
      background: pageBackground(page.backgroundColor, background),
      ...(transition && { transition }),
      layers: sizedByContent(page.layers, stated[index]!.layers ?? []),
    });
    room = frames - overlap;
  }
  return compiled;
}

/** @param place.room maximum number of frames: rounding may have shortened both pages */
function compileTransition(
  transition: Resolved<Transition> | undefined,
  place: { fps: number; room: number; key: string },
): TimelineTransition | undefined {
  if (!transition || transition.type === 'none') return undefined;
  const { type, duration, easing, direction, color } = transition;
  const frames = Math.min(place.room, Math.round(duration * place.fps));
  if (frames === 0) return undefined;
  return {
    type,
    frames,
    easing,
    ...(direction && { direction }),
    backdrop: color === undefined ? (type === 'fade_white' ? WHITE : BLACK) : flatten(color, BLACK),
    seed: hashText(place.key),
  };
}

function pageBackground(paint: string, under: string): string {
  return isCssColor(paint) ? flatten(paint, under) : paint;
}

function posterFrame(timeS: number | undefined, pages: readonly TimelinePage[], fps: number): number {
  const middle = Math.floor((pages[0]!.toFrame - 1) / 2);
  return timeS === undefined ? middle : Math.min(pages.at(-1)!.toFrame - 1, Math.round(timeS * fps));
}
