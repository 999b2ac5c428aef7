import { describe, expect, it } from '@jest/globals';
import type { TemplateDocument } from '#libs/template';
import { compile } from './compile.js';
import { cutsOf } from './cuts-of.js';

describe('cutsOf', () => {
  it('names the pages that begin without a transition, but for the first', () => {
    const fade = { type: 'fade', duration: 0.5 };
    const page = (number: number, change: object = {}) => ({ number, duration: 2, layers: [], ...change });
    const pages = [page(1), page(2), page(3, { transition: fade }), page(4, { transition: { type: 'none' } })];
    const document = { name: 'cuts', width: 640, height: 360, pages } as unknown as TemplateDocument;
    expect(cutsOf(compile(document, { fps: 30 }))).toEqual([60, 165]);
  });
});
