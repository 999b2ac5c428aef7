import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, modificationsOf, requestCode } from '../../../apps/console/src/editor/caller/request-code.ts';

const call = { baseUrl: 'https://api.example.com/v1', templateId: 'T', modifications: {} };

describe('the request of a caller', () => {
  it('sets variables, pages in their order, and layers by name', () => {
    expect(
      modificationsOf([
        { page: 2, layer: 'photo', property: 'opacity', value: 0.5 },
        { page: null, layer: null, property: 'brand', value: 'Ada' },
        { page: 1, layer: null, property: 'background_color', value: '#fff' },
        { page: 2, layer: 'title', property: 'text', value: 'Hello' },
        { page: 2, layer: 'title', property: 'font_size', value: 40 },
      ]),
    ).toEqual({
      variables: { brand: 'Ada' },
      pages: [
        { number: 1, background_color: '#fff' },
        {
          number: 2,
          layers: [
            { name: 'photo', opacity: 0.5 },
            { name: 'title', text: 'Hello', font_size: 40 },
          ],
        },
      ],
    });
    expect(modificationsOf([])).toEqual({});
  });

  it.each(LANGUAGES)('is written in %s', (language) => {
    const code = requestCode({ ...call, modifications: { variables: { on: true, name: "O'Hara" } } }, language);
    expect(code).toContain('https://api.example.com/v1/videos');
    expect(code).toContain('Idempotency-Key');
    expect(code).not.toContain('undefined');
  });

  it('keeps quotes and words of each language', () => {
    const modifications = { variables: { on: true, none: null, name: "O'Hara" } };
    expect(requestCode({ ...call, modifications }, 'curl')).toContain(String.raw`O'\''Hara`);
    expect(requestCode({ ...call, modifications }, 'Python')).toContain('"on": True');
    expect(requestCode({ ...call, modifications }, 'Python')).toContain('"none": None');
  });
});
