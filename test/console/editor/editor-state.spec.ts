import { describe, expect, it } from '@jest/globals';
import { addPage, duplicatePage, type JsonObject, movePage, removeLayers, removePage } from '#libs/document';
import {
  documentOf,
  edit,
  endEdit,
  foundSecondsOf,
  openDocument,
  redoEdit,
  replaceDocument,
  seek,
  select,
  showPage,
  timeOf,
  undoEdit,
  withFoundSeconds,
  withoutEdits,
  zoomedBy,
  zoomedTo,
} from '../../../apps/console/src/editor/model/editor-state.ts';

const layer = (name: string) => ({ name, type: 'text' });
const document: JsonObject = {
  width: 100,
  height: 100,
  pages: [
    { number: 1, duration: 2, layers: [layer('a'), layer('b')] },
    { number: 2, duration: 3, transition: { type: 'fade' }, layers: [layer('c')] },
  ],
};
const at = (page: number, index: number) => ['pages', page, 'layers', index];
const numbersOf = ({ pages }: JsonObject) => (pages as JsonObject[]).map(({ number, duration }) => [number, duration]);

describe('the state of the editor', () => {
  it('selects layers of one page, one by one or together', () => {
    let state = select(openDocument(document), at(0, 0));
    state = select(state, at(0, 1), true);
    expect(state.selection).toEqual([at(0, 0), at(0, 1)]);
    expect(select(state, at(0, 0), true).selection).toEqual([at(0, 1)]);
    expect(select(state, at(1, 0), true)).toMatchObject({ page: 1, selection: [at(1, 0)] });
    expect(select(state, null).selection).toEqual([]);
  });

  it('lets a viewer look at everything and change nothing', () => {
    const state = openDocument(document);
    expect(withoutEdits((before) => select(before, at(0, 1)))(state).selection).toEqual([at(0, 1)]);
    const remove = withoutEdits((before) => edit(before, { document: removeLayers(document, [at(0, 1)]), label: 'x' }));
    expect(remove(state)).toBe(state);
  });

  it('has a playhead for the page on which it was set, and rests outside transitions elsewhere', () => {
    const state = seek(openDocument(document), 1.5);
    expect([timeOf(state), timeOf(showPage(state, 1)), timeOf(showPage(showPage(state, 1), 0))]).toEqual([
      1.5, 1.75, 1.5,
    ]);
    expect(seek(state, 2, 1)).toMatchObject({ page: 1, playhead: { page: 1, time: 2 } });
  });

  it('zooms within bounds, and stops at the whole picture', () => {
    const state = openDocument(document);
    expect(zoomedTo(state, 99).zoom).toBe(16);
    expect(zoomedTo(state, 0).zoom).toBe(0.25);
    expect(zoomedBy(zoomedBy(state, 1.25), 0.8).zoom).toBe(1);
    expect(documentOf(zoomedBy(state, 2))).toBe(document);
  });

  it('selects nothing that an edit, undo or redo has taken away', () => {
    const selected = select(openDocument(document), at(0, 1));
    const removed = edit(selected, { document: removeLayers(document, [at(0, 1)]), label: 'Delete b' });
    expect(removed.selection).toEqual([]);
    expect(documentOf(undoEdit(removed))).toBe(document);
    expect(documentOf(redoEdit(undoEdit(removed)))).toBe(documentOf(removed));
  });

  it('shows another page when its own is gone', () => {
    const state = showPage(openDocument(document), 1);
    expect(edit(state, { document: removePage(document, 1), label: 'Delete page' }).page).toBe(0);
  });

  it('has nothing to undo once another document is in its place', () => {
    const other = { ...document, name: 'Theirs' };
    const state = replaceDocument(
      edit(openDocument(document), { document: { ...document, width: 9 }, label: '' }),
      other,
    );
    expect(documentOf(state)).toBe(other);
    expect(documentOf(undoEdit(state))).toBe(other);
  });

  it('takes the edits of a drag as one', () => {
    let state = openDocument(document);
    for (const width of [101, 102, 103]) {
      state = edit(state, { document: { ...document, width }, label: 'Resize', gesture: 'drag' });
    }
    expect(documentOf(undoEdit(endEdit(state)))).toBe(document);
  });
});

describe('durations that follow from content', () => {
  it('are those that the preview has found, of pages and of layers', () => {
    const opened = openDocument(document);
    const found = { secondsOfPages: new Map([[0, 4.2]]), secondsOfLayers: { 'pages[0].layers[2].layers[0]': 3 } };
    const state = withFoundSeconds(opened, found);
    expect(foundSecondsOf(state, ['pages', 0])).toBe(4.2);
    expect(foundSecondsOf(state, ['pages', 0, 'layers', 2, 'layers', 0])).toBe(3);
    expect(foundSecondsOf(state, ['pages', 0, 'layers', 1])).toBeUndefined();
    expect(withFoundSeconds(state, structuredClone(found))).toBe(state);
  });
});

describe('the pages of a document', () => {
  it('are numbered in their order whatever happens to them', () => {
    expect(numbersOf(addPage(document, 1))).toEqual([
      [1, 2],
      [2, 5],
      [3, 3],
    ]);
    expect(numbersOf(duplicatePage(document, 0))).toEqual([
      [1, 2],
      [2, 2],
      [3, 3],
    ]);
    expect(numbersOf(movePage(document, 1, 0))).toEqual([
      [1, 3],
      [2, 2],
    ]);
    expect(numbersOf(removePage(document, 0))).toEqual([[1, 3]]);
  });

  it('lose the transition of the first one, which has no page before it', () => {
    expect((movePage(document, 1, 0)['pages'] as JsonObject[])[0]).not.toHaveProperty('transition');
    expect((removePage(document, 0)['pages'] as JsonObject[])[0]).not.toHaveProperty('transition');
  });

  it('are never all removed', () => {
    expect(removePage(removePage(document, 0), 0)['pages']).toHaveLength(1);
  });
});
