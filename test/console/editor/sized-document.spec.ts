import { describe, expect, it } from '@jest/globals';
import { type JsonObject, valueAt, withInserted, without, withoutValue, withValue } from '#libs/document';
import { documentInSize, validateTemplate } from '#libs/template';
import {
  documentOf,
  edit,
  editSource,
  frameSize,
  openDocument,
  showSize,
  sourceOf,
  undoEdit,
} from '../../../apps/console/src/editor/model/editor-state.ts';

const TITLE = {
  ...{ name: 'title', type: 'text', text: 'Hello', x: 10, font_size: 48 },
  keyframes: { x: [{ time: 0, value: 1 }], opacity: [{ time: 0, value: 1 }] },
  for_size: { portrait: { x: 20 } },
};
const BADGE = { name: 'badge', type: 'shape', x: 1 };
const DOCUMENT: JsonObject = {
  name: 'Promo',
  width: 1920,
  height: 1080,
  sizes: { portrait: { width: 1080, height: 1920 } },
  pages: [{ number: 1, duration: 4, layers: [TITLE, { name: 'all', type: 'group', layers: [BADGE] }] }],
};
const title = ['pages', 0, 'layers', 0];
const badge = ['pages', 0, 'layers', 1, 'layers', 0];

const inPortrait = () => showSize(openDocument(DOCUMENT), 'portrait');
/** The source after an edit of what is shown in the size. */
const after = (step: (shown: JsonObject) => JsonObject) => {
  const state = inPortrait();
  const source = sourceOf(edit(state, { document: step(documentOf(state)), label: 'Edit' }));
  expect(validateTemplate(source)).toMatchObject({ ok: true });
  return source;
};

describe('the editor in one size of the document', () => {
  it('shows its frame and its values', () => {
    const state = inPortrait();
    expect(frameSize(state)).toEqual({ width: 1080, height: 1920 });
    expect(documentOf(state)).toMatchObject({ pages: [{ layers: [{ x: 20, font_size: 48 }, {}] }] });
    expect(documentOf(state)).toBe(documentOf({ ...state, zoom: 2 }));
    expect(documentOf(showSize(state, 'default'))).toBe(DOCUMENT);
    expect(documentOf(showSize(state, 'gone'))).toBe(DOCUMENT);
  });

  it('places a layer in this size, also in a group, and changes everything else in all sizes', () => {
    expect(after((shown) => withValue(shown, [...badge, 'x'], 7))).toEqual(
      withValue(DOCUMENT, [...badge, 'for_size'], { portrait: { x: 7 } }),
    );
    expect(after((shown) => withValue(shown, [...title, 'font_size'], 90))).toEqual(
      withValue(DOCUMENT, [...title, 'for_size'], { portrait: { x: 20, font_size: 90 } }),
    );
    expect(after((shown) => withValue(shown, [...title, 'text'], 'Bye'))).toEqual(
      withValue(DOCUMENT, [...title, 'text'], 'Bye'),
    );
    expect(after((shown) => withValue(shown, ['width'], 720))).toEqual(
      withValue(DOCUMENT, ['sizes', 'portrait', 'width'], 720),
    );
    expect(after((shown) => withValue(shown, ['pages', 0, 'duration'], 6))).toEqual(
      withValue(DOCUMENT, ['pages', 0, 'duration'], 6),
    );
  });

  it('shows none of the places that this size replaces, as a video has it, and keeps them for the other sizes', () => {
    const of = (place: JsonObject) => ({ ...BADGE, ...place, for_size: { portrait: { left: 5, right: 5, y: 7 } } });
    const [page] = DOCUMENT['pages'] as unknown as [JsonObject];
    const keyframes = { x: [{ time: 0, value: 1 }], opacity: [{ time: 0, value: 1 }] };
    const document = { ...DOCUMENT, pages: [{ ...page, layers: [of({ x: 1, width: 50, bottom: 9, keyframes })] }] };
    const state = showSize(openDocument(document), 'portrait');
    const layer = valueAt(documentOf(state), title) as JsonObject;
    const inVideo = valueAt(documentInSize(document, 'portrait'), title) as JsonObject;
    expect(without(layer, 'for_size')).toEqual(inVideo);
    const renamed = withValue(documentOf(state), [...title, 'fill_color'], '#fff');
    const edited = sourceOf(edit(state, { document: renamed, label: 'Edit' }));
    expect(edited).toEqual(withValue(document, [...title, 'fill_color'], '#fff'));
  });

  it('gives a value up that only this size has, and moves keyframes one by one', () => {
    expect(after((shown) => withoutValue(shown, [...title, 'x']))).toEqual(
      withoutValue(DOCUMENT, [...title, 'for_size']),
    );
    const opacity = [{ time: 1, value: 0 }];
    expect(after((shown) => withValue(shown, [...title, 'keyframes', 'opacity'], opacity))).toEqual(
      withValue(DOCUMENT, [...title, 'for_size', 'portrait', 'keyframes'], { opacity }),
    );
  });

  it('keeps what other sizes have when layers are added, removed, renamed and ordered', () => {
    const add = (document: JsonObject) => withInserted(document, ['pages', 0, 'layers'], 2, { ...BADGE, name: 'new' });
    expect(after(add)).toEqual(add(DOCUMENT));
    expect(after((shown) => withoutValue(shown, title))).toEqual(withoutValue(DOCUMENT, title));
    expect(after((shown) => withValue(shown, [...title, 'name'], 'other'))).toEqual(
      withValue(DOCUMENT, [...title, 'name'], 'other'),
    );
    const turned = after((shown) => {
      const [page] = shown['pages'] as unknown as [{ layers: JsonObject[] }];
      return withValue(shown, ['pages', 0, 'layers'], page.layers.toReversed());
    });
    const [page] = DOCUMENT['pages'] as unknown as [{ layers: JsonObject[] }];
    expect(turned).toEqual(withValue(DOCUMENT, ['pages', 0, 'layers'], page.layers.toReversed()));
  });

  it('is undone as any edit, and JSON is that of all sizes', () => {
    const state = inPortrait();
    const edited = edit(state, { document: withValue(documentOf(state), [...badge, 'x'], 7), label: 'Move' });
    expect(sourceOf(undoEdit(edited))).toBe(DOCUMENT);
    const written = withValue(DOCUMENT, [...badge, 'x'], 9);
    const after = editSource(state, { document: written, label: 'Write JSON' });
    expect([sourceOf(after), after.size]).toEqual([written, 'portrait']);
  });
});
