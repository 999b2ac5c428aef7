import { expect, it } from '@jest/globals';
import { parseCaptions } from '#libs/template';
import { assetsOf } from './assets-of.js';
import { sample } from '../sample/sample.js';
import { pageOf, type Json } from '../testing/documents.js';
import type { Timeline } from './timeline.js';
import { withCaptions } from './with-captions.js';

const URL_A = 'https://example.com/a.vtt';
const FILE = 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello <00:01.500>world';

function caption(name: string, more: Json = {}): Json {
  return { type: 'caption', name, source_url: URL_A, mode: 'word', ...more };
}

function textsAt(timeline: Timeline, frame: number): string[] {
  return sample(timeline, frame).pages[0]!.nodes.map(({ layer }) => (layer.type === 'caption' ? layer.text : ''));
}

it('captions show the cues of a subtitle file, in groups too', async () => {
  const group = { type: 'group', name: 'g', layers: [caption('b')] };
  const timeline = pageOf([caption('a'), group, caption('c', { visible: false })]);
  expect(assetsOf(timeline)).toEqual([
    { url: URL_A, kind: 'caption', path: 'pages[0].layers[0] "a"', field: 'pages[0].layers[0].source_url' },
    {
      url: URL_A,
      kind: 'caption',
      path: 'pages[0].layers[1].layers[0] "b"',
      field: 'pages[0].layers[1].layers[0].source_url',
    },
  ]);
  expect(textsAt(timeline, 20)).toEqual([]);

  const parsed = await parseCaptions(FILE);
  const spoken = withCaptions(timeline, () => (parsed.ok ? parsed.cues : []));
  expect(assetsOf(spoken)).toEqual([]);
  expect([19, 20, 30, 60].map((frame) => textsAt(spoken, frame))).toEqual([
    [],
    ['Hello', 'Hello'],
    ['world', 'world'],
    [],
  ]);
});

it('a timeline without subtitle files is returned unchanged', () => {
  const timeline = pageOf([{ type: 'caption', name: 'a', cues: [{ start: 0, end: 1, text: 'x' }] }]);
  expect(withCaptions(timeline, () => [])).toBe(timeline);
});
