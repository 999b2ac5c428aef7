import { describe, expect, it } from '@jest/globals';
import { rewriteJson } from './rewrite-json.js';

const TABBED = `{
\t"width": 1920, "height": 1080,
\t"name": "Halo",
\t"pages": [
\t\t{ "number": 1, "layers": [] },
\t\t{
\t\t\t"number": 2.0,
\t\t\t"tags": ["a", "b"]
\t\t}
\t]
}
`;
type Document = Record<string, unknown> & { pages: Record<string, unknown>[] };
const edited = (text: string, edit: (document: Document) => void) => {
  const document = JSON.parse(text) as Document;
  edit(document);
  return rewriteJson(text, document);
};

describe('a file with another value', () => {
  it.each<[string, (document: Document) => void, (text: string) => string]>([
    ['the same value', () => undefined, (text) => text],
    ['another text', (it) => (it['name'] = 'Moon'), (text) => text.replace('Halo', 'Moon')],
    ['another order of members', (it) => Object.assign(it, { name: it['name'] }), (text) => text],
    ['a new member', (it) => (it.pages[0]!['duration'] = 3), (text) => text.replace('[] }', '[], "duration": 3 }')],
    ['a member less', (it) => delete it.pages[1]!['tags'], (text) => text.replace(/,\n\t*"tags".*/, '')],
    [
      'a longer list on its line',
      (it) => (it.pages[1]!['tags'] = ['a', 'b', '[ ]']),
      (text) => text.replace('"b"', '"b", "[ ]"'),
    ],
    [
      'a list that was empty',
      (it) => (it.pages[0]!['layers'] = [{ type: 'text' }]),
      (text) => text.replace('[] }', '[\n\t\t\t{\n\t\t\t\t"type": "text"\n\t\t\t}\n\t\t] }'),
    ],
    [
      'items in another order',
      (it) => it.pages.reverse(),
      (text) => {
        const [first] = /\{ "number": 1.*\}/.exec(text)!;
        const [second] = /\{\n\t\t\t"number": 2[^}]*\}/.exec(text)!;
        return text.replace(first, '@').replace(second, first).replace('@', second);
      },
    ],
    ['an item less', (it) => it.pages.shift(), (text) => text.replace(/\t\t\{ "number": 1.*\n/, '')],
  ])('keeps how the rest is written: %s', (_, edit, expected) => {
    expect(edited(TABBED, edit)).toBe(expected(TABBED));
    const windows = TABBED.replaceAll('\n', '\r\n').replaceAll('\t', '    ');
    expect(edited(windows, edit)).toBe(expected(TABBED).replaceAll('\n', '\r\n').replaceAll('\t', '    '));
  });

  it('stays on one line if it was', () => {
    const text = JSON.stringify({ name: 'x'.repeat(100), pages: [{ number: 1 }] });
    const next = { name: 'y', pages: [{ number: 1 }, { number: 2, tags: [1] }], more: {} };
    expect(rewriteJson(text, next)).toBe(JSON.stringify(next));
  });

  it('is written in time that grows with the file', () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({ index, text: 'x'.repeat(80) }));
    const startedMs = performance.now();
    const next = items.map((item) => ({ ...item, more: item.index }));
    expect(JSON.parse(rewriteJson(JSON.stringify(items), next))).toEqual(next);
    expect(performance.now() - startedMs).toBeLessThan(4_000);
  });
});
