import { layersIn } from './document-rules.js';
import type { TemplateDocument } from './document.js';
import { fieldName } from './fault-list.js';
import type { Keyframe } from './keyframes.js';
import { type Warning, warningAt } from './warning.js';

/** Finds the easings of last keyframes. An easing shapes the change to the next keyframe, and these have none. */
export function unusedEasings({ pages }: TemplateDocument): Warning[] {
  return pages.flatMap(({ layers }, page) =>
    [...layersIn(layers, ['pages', page, 'layers'])].flatMap(({ value, path }) =>
      Object.entries((value['keyframes'] as Record<string, Keyframe[]> | undefined) ?? {}).flatMap(
        ([property, frames]) => {
          const last = latest(frames);
          const { easing } = frames[last]!;
          if (easing === undefined) return [];
          const message = 'the easing of the last keyframe has no effect: an easing shapes the change to the next one';
          const field = fieldName([...path, 'keyframes', property, last]);
          return [warningAt(field, { code: 'EASING_UNUSED', message, property: 'easing', value: easing })];
        },
      ),
    ),
  );
}

/** Index of the last keyframe. They may be in any order; of two at one time, the later one counts. */
function latest(frames: readonly Keyframe[]): number {
  return frames.reduce((last, { time }, index) => (time >= frames[last]!.time ? index : last), 0);
}
