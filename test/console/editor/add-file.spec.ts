import { describe, expect, it } from '@jest/globals';
import { type JsonObject, layersOf, pagesOf } from '#libs/document';
import { documentOf, openDocument, undoEdit } from '../../../apps/console/src/editor/model/editor-state.ts';
import { addFile, type UploadedFile, withFont } from '../../../apps/console/src/editor/upload/add-file.ts';
import { fontFacts } from '../../../apps/console/src/editor/upload/font-facts.ts';

const opened = () =>
  openDocument({
    name: 'x',
    width: 1000,
    height: 500,
    pages: [
      { number: 1, duration: 2, layers: [{ name: 'dusk', type: 'text', text: 'a' }] },
      { number: 2, duration: 2 },
    ],
  });
const url = 'http://files.example/dusk.jpg';
const picture: UploadedFile = { kind: 'image', name: 'dusk.jpg', url, size: { width: 200, height: 100 } };
const layers = (document: JsonObject, page = 0) => layersOf(pagesOf(document)[page]);

describe('a file that is put into the document', () => {
  it('is a layer with its middle where it was dropped, selected, in its own size', () => {
    const state = addFile(opened(), picture, { page: 0, at: { x: 300, y: 250 } });
    expect(layers(documentOf(state))[1]).toEqual({
      name: 'dusk 2',
      type: 'image',
      source_url: url,
      x: 200,
      y: 200,
      width: 200,
      height: 100,
    });
    expect(state.selection).toEqual([['pages', 0, 'layers', 1]]);
    expect(layers(documentOf(undoEdit(state)))).toHaveLength(1);
  });

  it('is made smaller until it fits, in its own proportion, in the middle without a place', () => {
    const large = { ...picture, size: { width: 4000, height: 4000 } };
    const [, layer] = layers(documentOf(addFile(opened(), large, { page: 0 })));
    expect(layer).toMatchObject({ x: 300, y: 50, width: 400, height: 400 });
  });

  it('goes to the page on which it was dropped, or to the last one if that is gone', () => {
    const footage: UploadedFile = { kind: 'video', name: 'walk.mp4', url };
    expect(addFile(opened(), footage, { page: 1 })).toMatchObject({ page: 1 });
    const late = addFile(opened(), footage, { page: 7 });
    expect(layers(documentOf(late), 1)[0]).toMatchObject({ name: 'walk', type: 'video', width: 711, height: 400 });
  });

  it('is a track if it is a sound', () => {
    const once = addFile(opened(), { kind: 'audio', name: 'rain.mp3', url }, { page: 0 });
    const twice = addFile(once, { kind: 'audio', name: 'wind.mp3', url: `${url}2` }, { page: 0 });
    expect(documentOf(twice)['audio']).toEqual([{ source_url: url }, { source_url: `${url}2` }]);
  });

  it('is a font of the template, in the place of the same weight and style', () => {
    const font = { family: 'Own', weight: 700, italic: true };
    const once = addFile(opened(), { kind: 'font', name: 'own.ttf', url, font }, { page: 0 });
    const entry = { family: 'Own', source_url: url, weight: 700, italic: true };
    expect(documentOf(once)['fonts']).toEqual([entry]);
    const again = addFile(once, { kind: 'font', name: 'own.ttf', url: `${url}2`, font }, { page: 0 });
    expect(documentOf(again)['fonts']).toEqual([{ ...entry, source_url: `${url}2` }]);
  });

  it('is the font of a layer in the same step of undo', () => {
    const font = { family: 'Own', weight: 400, italic: false };
    const path = ['pages', 0, 'layers', 0, 'font_family'];
    const state = withFont(opened(), { kind: 'font', name: 'own.ttf', url, font }, path);
    expect(layers(documentOf(state))[0]).toMatchObject({ font_family: 'Own' });
    expect(documentOf(state)['fonts']).toHaveLength(1);
    expect(documentOf(undoEdit(state))).toEqual(documentOf(opened()));
  });
});

/** A TrueType file of the tables `name` and `OS/2`, as far as family, weight and style need them. */
function trueType(family: string, weight: number, isItalic: boolean): ArrayBuffer {
  const [names, style] = [44, 200];
  const file = new DataView(new ArrayBuffer(300));
  const write = (at: number, text: string) =>
    Array.from(text, (letter, i) => file.setUint8(at + i, letter.charCodeAt(0)));
  file.setUint32(0, 0x00010000);
  file.setUint16(4, 2);
  write(12, 'OS/2');
  file.setUint32(20, style);
  write(28, 'name');
  file.setUint32(36, names);
  file.setUint16(names + 2, 1);
  file.setUint16(names + 4, 18);
  [3, 1, 0x409, 16, family.length * 2, 0].forEach((value, index) => file.setUint16(names + 6 + index * 2, value));
  Array.from(family, (letter, index) => file.setUint16(names + 18 + index * 2, letter.charCodeAt(0)));
  file.setUint16(style + 4, weight);
  file.setUint16(style + 62, isItalic ? 1 : 0);
  return file.buffer;
}

describe('what a font file is', () => {
  it.each([
    ['Inter-BoldItalic.woff2', { family: 'Inter', weight: 700, italic: true }],
    ['source-sans-3-latin-600-normal.woff2', { family: 'source sans 3 latin', weight: 600, italic: false }],
    ['PlayfairDisplay-ExtraBold.ttf', { family: 'Playfair Display', weight: 800, italic: false }],
    ['Roboto Light.otf', { family: 'Roboto', weight: 300, italic: false }],
    ['Bold.ttf', { family: 'Bold', weight: 700, italic: false }],
  ])('is read from the name %s if its tables are packed or missing', (name, facts) => {
    expect(fontFacts(new ArrayBuffer(0), name)).toEqual(facts);
  });

  it('is read from its tables before its name', () => {
    const facts = { family: 'Größe', weight: 300, italic: true };
    expect(fontFacts(trueType('Größe', 320, true), 'other-bold.ttf')).toEqual(facts);
  });

  it('is read from its name if its tables lead beyond its end', () => {
    const cut = trueType('Own', 400, false).slice(0, 60);
    expect(fontFacts(cut, 'cut.ttf')).toEqual({ family: 'cut', weight: 400, italic: false });
  });
});
