import { describe, expect, it } from '@jest/globals';
import { FORMAT_LIMITS, type TemplateDocument } from '#libs/template';
import { judgeRequestedFrame } from './judge-frame.js';

const DOCUMENT = {
  name: 'Promo',
  width: 320,
  height: 180,
  pages: [{ number: 1, duration: 2, layers: [{ name: 'title', type: 'text', text: 'Hello' }] }],
};
const TEMPLATE_ID = '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10';
const judgment = {
  checkAddress: () => null,
  checkTarget: () => null,
  limits: { ...FORMAT_LIMITS, formatS: {} },
};
const judge = (body: object, template: object | null = null) =>
  judgeRequestedFrame({ body, template: template as TemplateDocument | null }, judgment);
const faultsOf = (body: object, template: object | null = null) => {
  const judged = judge(body, template);
  return judged.ok ? [] : judged.faults.map(({ field, code }) => `${field} ${code}`);
};

describe('a requested frame', () => {
  it('is that of a document that is not stored, with modifications', () => {
    const modifications = { pages: [{ number: 1, layers: [{ name: 'title', text: 'Hello, Ada' }] }] };
    const judged = judge({ document: DOCUMENT, modifications, t: 1, format: 'webp', width: 160, quality: 70 });
    expect(judged).toMatchObject({
      ok: true,
      value: {
        document: { pages: [{ layers: [{ text: 'Hello, Ada' }] }] },
        t: 1,
        style: { format: 'webp', width: 160, quality: 70 },
      },
    });
  });

  it('is a sheet of several times, or is compared with an earlier document', () => {
    expect(judge({ document: DOCUMENT, times: [0, 1.5], outlines: true })).toMatchObject({
      value: { times: [0, 1.5], style: { outlines: true } },
    });
    const before = { ...DOCUMENT, name: 'Earlier' };
    expect(judge({ document: DOCUMENT, before })).toMatchObject({ value: { before: { name: 'Earlier' } } });
  });

  it('is that of a stored template, in PNG unless it says otherwise', () => {
    const judged = judge({ template_id: TEMPLATE_ID }, DOCUMENT);
    expect(judged).toMatchObject({ ok: true, value: { document: { name: 'Promo' }, style: { format: 'png' } } });
    expect(judge({ template_id: TEMPLATE_ID })).toEqual({ ok: true, value: null });
  });

  it('is that of the first copy of a page, which is never left out, at a second of the page', () => {
    const page = { duration: 4, layers: [] };
    const items = { type: 'list', fields: { name: { type: 'string' } }, default: [{ name: 'a' }, { name: 'b' }] };
    const document = {
      ...DOCUMENT,
      variables: { items },
      pages: [
        { ...page, number: 1, when: 'false' },
        { ...page, number: 2, repeat: { list: 'items' } },
        { ...page, number: 3, transition: { type: 'fade', duration: 1 } },
      ],
    };
    const shown = (body: object) => {
      const judged = judge({ document, ...body });
      return judged.ok ? judged.value : judged.faults.map(({ field, code }) => `${field} ${code}`);
    };
    const lengthOf = (value: unknown) => (value as { document: { pages: object[] } }).document.pages.length;
    expect(shown({ page: 2, t: 1.5 })).toMatchObject({ t: 1.5 });
    expect(shown({ page: 3, t: 1.5 })).toMatchObject({ t: 8.5 });
    expect(shown({ page: 3, t: 99 })).toMatchObject({ t: 11 });
    expect(shown({ page: 3 })).toMatchObject({ t: 9.5 });
    expect(shown({ page: 1, t: 3 })).toMatchObject({ t: 3 });
    expect([lengthOf(shown({ page: 1 })), lengthOf(shown({ page: 2 }))]).toEqual([4, 3]);
    expect(shown({ page: 2, modifications: { variables: { items: [] } } })).toEqual(['page INVALID_VALUE']);
    expect(shown({ page: 4 })).toEqual(['page INVALID_VALUE']);
  });

  it.each<[string, object, string[]]>([
    ['neither', {}, ['document REQUIRED_FIELD']],
    ['both', { document: DOCUMENT, template_id: TEMPLATE_ID }, ['document REQUIRED_FIELD']],
    ['a document of a version', { document: DOCUMENT, version: 1 }, ['version INVALID_VALUE']],
    [
      'a faulty document',
      { document: { ...DOCUMENT, width: 15, pages: 3 } },
      ['document.width VALUE_TOO_SMALL', 'document.pages INVALID_TYPE'],
    ],
    ['late times of a sheet', { document: DOCUMENT, times: [0, 2.01] }, ['times VALUE_TOO_LARGE']],
    ['too many times', { document: DOCUMENT, times: Array.from({ length: 13 }, () => 0) }, ['times VALUE_TOO_LARGE']],
    [
      'a faulty earlier document',
      { document: DOCUMENT, before: { ...DOCUMENT, width: 15 } },
      ['before.width VALUE_TOO_SMALL'],
    ],
    ['an earlier document of a sheet', { document: DOCUMENT, before: DOCUMENT, times: [0] }, ['before INVALID_VALUE']],
    ['a late time', { document: DOCUMENT, t: 2.01 }, ['t VALUE_TOO_LARGE']],
    [
      'faulty values',
      { document: DOCUMENT, format: 'gif', width: 1, quality: 0 },
      ['width VALUE_TOO_SMALL', 'format INVALID_VALUE', 'quality VALUE_TOO_SMALL'],
    ],
    [
      'an unknown layer',
      { document: DOCUMENT, modifications: { pages: [{ number: 1, layers: [{ name: 'x' }] }] } },
      ['modifications.pages[0].layers[0].name INVALID_VALUE'],
    ],
  ])('that names %s is refused, with the path in the request', (_what, body, faults) => {
    expect(faultsOf(body).toSorted()).toEqual(faults.toSorted());
  });
});
