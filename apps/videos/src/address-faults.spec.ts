import { describe, expect, it } from '@jest/globals';
import { createGuard } from '#libs/net-guard';
import { addressFaults } from './address-faults.js';

const guard = createGuard({ allow: [], allowHttp: true });
const fields = (input: unknown): string[] =>
  addressFaults(input, (url) => guard.checkUrl(url)).map(({ field }) => field);

describe('a literal forbidden address', () => {
  it('is found in every field that holds one, at its path', () => {
    expect(
      fields({
        audio_url: 'http://127.0.0.1/a.mp3',
        fonts: [{ family: 'A', source_url: 'http://10.0.0.1/a.woff2' }],
        pages: [
          {
            number: 1,
            page_audio_url: 'http://[::1]/a.mp3',
            layers: [{ name: 'a' }, { source_url: 'http://0x7f.1/a.png' }],
          },
        ],
        modifications: { variables: { logo: 'https://169.254.169.254/latest' } },
      }),
    ).toEqual([
      'audio_url',
      'fonts[0].source_url',
      'pages[0].page_audio_url',
      'pages[0].layers[1].source_url',
      'modifications.variables.logo',
    ]);
  });

  it('is found in what a variable for addresses holds by default', () => {
    expect(fields({ variables: { logo: { type: 'url', default: 'http://10.0.0.1/a.png' } } })).toEqual([
      'variables.logo.default',
    ]);
  });

  it('is not looked for in texts', () => {
    expect(
      fields({
        pages: [{ layers: [{ name: 'a', text: 'http://127.0.0.1/' }] }],
        variables: { title: '127.0.0.1', words: { type: 'string', default: 'http://10.0.0.1/' } },
      }),
    ).toEqual([]);
  });

  it('is no public address and no name', () => {
    expect(
      fields({ a_url: 'https://example.com/a.png', b_url: 'http://93.184.215.14/b.png', url: '{{logo}}' }),
    ).toEqual([]);
  });

  it('is reported with all four keys', () => {
    expect(addressFaults({ audio_url: 'http://192.168.0.1/' }, (url) => guard.checkUrl(url))).toEqual([
      { field: 'audio_url', code: 'INVALID_VALUE', message: 'must be a public address', value: 'http://192.168.0.1/' },
    ]);
  });
});
