import { describe, expect, it } from '@jest/globals';
import { documentChanges } from '../../apps/console/src/pages/templates/document-changes.ts';

const page = (number: number, ...layers: object[]) => ({ number, duration: 5, layers });
const text = (name: string, rest: object = {}) => ({ name, type: 'text', text: name, ...rest });

describe('what is different between two versions', () => {
  const before = { name: 'A', pages: [page(1, text('title'), text('note')), page(2, text('end'))] };

  it('is nothing between equal documents', () => {
    expect(documentChanges(before, structuredClone(before))).toEqual([]);
  });

  it('is named by page, layer and property', () => {
    const after = { name: 'B', pages: [page(1, text('title', { text: 'New', font_size: 40 }), text('note')), page(2)] };
    expect(documentChanges(before, after)).toEqual([
      { place: ['name'], before: 'A', after: 'B' },
      { place: ['page 1', 'title', 'text'], before: 'title', after: 'New' },
      { place: ['page 1', 'title', 'font_size'], before: undefined, after: 40 },
      { place: ['page 2', 'end'], before: text('end'), after: undefined },
    ]);
  });

  it('is one change for a layer that was moved or inserted', () => {
    const after = { name: 'A', pages: [page(1, text('note'), text('new'), text('title')), page(2, text('end'))] };
    expect(documentChanges(before, after)).toEqual([
      { place: ['page 1', 'new'], before: undefined, after: text('new') },
      { place: ['page 1', 'order'], before: 'title, note', after: 'note, title' },
    ]);
  });

  it('distinguishes layers of one name by their position', () => {
    const twice = [page(1, text('a'), text('a', { text: 'b' }))];
    const changed = [page(1, text('a'), text('a', { text: 'c' }))];
    expect(documentChanges({ pages: twice }, { pages: changed })).toEqual([
      { place: ['page 1', 'entry 2', 'text'], before: 'b', after: 'c' },
    ]);
  });
});
