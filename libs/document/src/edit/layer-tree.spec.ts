import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json-path.js';
import {
  addLayer,
  duplicateLayer,
  type Layer,
  layerAt,
  moveLayer,
  outermost,
  removeLayers,
  renameLayer,
  walkLayers,
} from './layer-tree.js';

const text = (name: string, more: JsonObject = {}): Layer => ({ name, type: 'text', ...more });
const group = (name: string, ...layers: Layer[]): Layer => ({ name, type: 'group', layers });
const documentOf = (...pages: Layer[][]): JsonObject => ({
  width: 100,
  height: 100,
  pages: pages.map((layers, index) => ({ number: index + 1, duration: 1, layers })),
});
const namesOf = (document: JsonObject, page = 0): string[] =>
  [...walkLayers((document['pages'] as JsonObject[])[page], [])].map(({ layer }) => layer.name);
const at = (page: number, ...indexes: number[]) => ['pages', page, ...indexes.flatMap((index) => ['layers', index])];

describe('the layers of a document', () => {
  it('are walked from the bottom to the top, a group before what it contains', () => {
    const document = documentOf([text('a'), group('g', text('b')), text('c')]);
    expect(namesOf(document)).toEqual(['a', 'g', 'b', 'c']);
    const [, , inner] = [...walkLayers((document['pages'] as JsonObject[])[0], ['pages', 0])];
    expect(inner!.path).toEqual(at(0, 1, 0));
  });

  it('are added on top, under a free name', () => {
    const added = addLayer(documentOf([text('title')]), at(0), text('title'));
    expect(namesOf(added.document)).toEqual(['title', 'title 2']);
    expect(layerAt(added.document, added.path)!.name).toBe('title 2');
  });

  it('are duplicated right above, with the names inside a group and the masks that refer to them', () => {
    const masked = group('g', text('window'), text('photo', { mask: { layer: 'window', mode: 'luma' } }));
    const { document, path } = duplicateLayer(documentOf([masked, text('top')]), at(0, 0));
    expect(namesOf(document)).toEqual(['g', 'window', 'photo', 'g 2', 'window 2', 'photo 2', 'top']);
    expect(path).toEqual(at(0, 1));
    expect(layerAt(document, at(0, 1, 1))!['mask']).toEqual({ layer: 'window 2', mode: 'luma' });
  });

  it('keep their masks when the masking layer is renamed, and never share a name', () => {
    const document = documentOf([text('window'), text('photo', { mask: { layer: 'window' } })]);
    const renamed = renameLayer(document, at(0, 0), 'hole');
    expect(layerAt(renamed, at(0, 1))!['mask']).toEqual({ layer: 'hole' });
    expect(namesOf(renameLayer(document, at(0, 0), 'photo'))).toEqual(['photo 2', 'photo']);
    expect(namesOf(renameLayer(document, at(0, 0), 'window'))).toEqual(['window', 'photo']);
  });

  it('keep the times and the masks of sizes that refer to a renamed layer', () => {
    const follower = (name: string) => [
      text('after', { start: { after: name, offset: 1 }, duration: { as: name } }),
      group('g', text('with', { start: { with: name }, duration: { until: name } })),
      text('masked', { for_size: { portrait: { mask: { layer: name } } } }),
      text('other', { start: { after: 'masked' }, text: name }),
    ];
    const document = documentOf([text('intro'), ...follower('intro')]);
    const [page] = renameLayer(document, at(0, 0), 'opening')['pages'] as JsonObject[];
    const [, ...others] = follower('opening');
    expect(page!['layers']).toEqual([
      text('opening'),
      follower('opening')[0],
      ...others.slice(0, 2),
      text('other', { start: { after: 'masked' }, text: 'intro' }),
    ]);
  });

  it.each([
    { from: at(0, 0), index: 3, order: ['b', 'c', 'a'], to: at(0, 2) },
    { from: at(0, 2), index: 0, order: ['c', 'a', 'b'], to: at(0, 0) },
    { from: at(0, 1), index: 1, order: ['a', 'b', 'c'], to: at(0, 1) },
  ])('are moved within their page: $from to $index', ({ from, index, order, to }) => {
    const moved = moveLayer(documentOf([text('a'), text('b'), text('c')]), from, at(0), index);
    expect(namesOf(moved.document)).toEqual(order);
    expect(moved.path).toEqual(to);
  });

  it('are moved into a group that stands above them, and out of it', () => {
    const into = moveLayer(documentOf([text('a'), group('g', text('b'))]), at(0, 0), at(0, 1), 1);
    expect(namesOf(into.document)).toEqual(['g', 'b', 'a']);
    expect(into.path).toEqual(at(0, 0, 1));
    const out = moveLayer(into.document, into.path, at(0), 0);
    expect(namesOf(out.document)).toEqual(['a', 'g', 'b']);
  });

  it('get a free name on another page, and a group does not move into itself', () => {
    const document = documentOf([text('a'), group('g', text('b'))], [text('a')]);
    const moved = moveLayer(document, at(0, 0), at(1), 1);
    expect([namesOf(moved.document, 0), namesOf(moved.document, 1)]).toEqual([
      ['g', 'b'],
      ['a', 'a 2'],
    ]);
    expect(moveLayer(document, at(0, 1), at(0, 1), 0).document).toBe(document);
  });

  it('are removed together, whatever their order', () => {
    const document = documentOf([text('a'), group('g', text('b'), text('c')), text('d')]);
    const paths = [at(0, 0), at(0, 2), at(0, 1, 1)];
    expect(namesOf(removeLayers(document, paths))).toEqual(['g', 'b']);
    expect(namesOf(removeLayers(document, paths.toReversed()))).toEqual(['g', 'b']);
    expect(namesOf(removeLayers(document, [at(0, 1), at(0, 1, 0)]))).toEqual(['a', 'd']);
    expect(outermost([at(0, 1), at(0, 1, 0)])).toEqual([at(0, 1)]);
  });
});
