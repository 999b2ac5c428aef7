import { describe, expect, it } from '@jest/globals';
import { type JsonObject } from '#libs/document';
import { openDocument } from '../../../apps/console/src/editor/model/editor-state.ts';
import { snappedSeconds } from '../../../apps/console/src/editor/timeline/snapped-seconds.ts';
import { snapLines, timelineRows } from '../../../apps/console/src/editor/timeline/timeline-rows.ts';

const layers: readonly JsonObject[] = [
  { name: 'below', type: 'shape', start: 1, duration: 1.5 },
  {
    name: 'group',
    type: 'group',
    layers: [
      { name: 'first', type: 'shape' },
      { name: 'second', type: 'shape' },
    ],
  },
];
const state = openDocument({ name: 'x', width: 100, height: 100, pages: [{ number: 1, duration: 5, layers }] });

describe('the timeline', () => {
  it('has the layers of a group below it, the topmost first, as the list of layers', () => {
    expect(timelineRows(state).map(({ name }) => name)).toEqual(['group', 'second', 'first', 'below']);
  });

  it('lets a bar snap to the ends of others, of the page, and to the playhead', () => {
    const lines = snapLines(state, ['pages', 0, 'layers', 1]);
    expect(lines).toEqual(expect.arrayContaining([0, 5, 1, 2.5]));
    expect(snappedSeconds([0, 2], 0.93, { lines: [1, 2.5], reach: 0.1 })).toBe(1);
    expect(snappedSeconds([0, 2], 0.47, { lines: [1, 2.5], reach: 0.1 })).toBe(0.5);
    expect(snappedSeconds([0, 2], 0.7, { lines: [1, 2.5], reach: 0.1 })).toBe(0.7);
    expect(snappedSeconds([], 0.99, { lines: [1], reach: 0.1 })).toBe(0.99);
  });
});
