import { describe, expect, it } from '@jest/globals';
import { type Fault, validateTemplate } from '#libs/template';
import { growth } from '#libs/testing';
import { createGuard } from '#libs/net-guard';
import { readVideoRequest } from './video-request.js';

const guard = createGuard({ allow: [], allowHttp: true });
const TEMPLATE_ID = '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01';

function faultsOf(body: object): Pick<Fault, 'field' | 'code'>[] {
  const checked = readVideoRequest(body, (url) => guard.checkUrl(url));
  return checked.ok ? [] : checked.faults.map(({ field, code }) => ({ field, code }));
}

const request = (rest: object): object => ({ template_id: TEMPLATE_ID, format: 'mp4', ...rest });

describe('a request for a video', () => {
  it.each<[string, object, [string, Fault['code']][]]>([
    ['needs nothing but a template and a format', {}, []],
    [
      'may name a version, a rate, a sound and metadata',
      { version: 2, fps: 30, audio_url: 'https://a.example/a.mp3', metadata: '{}' },
      [],
    ],
    ['names a known format', { format: 'avi' }, [['format', 'INVALID_VALUE']]],
    ['names one of three rates', { fps: 25 }, [['fps', 'INVALID_VALUE']]],
    ['leaves 12 frames a second to gif', { fps: 12 }, [['fps', 'INVALID_VALUE']]],
    ['may ask a gif for any of the three, in vain', { format: 'gif', fps: 30 }, []],
    [
      'names pages in one place',
      { pages: [{ number: 1 }], modifications: { pages: [{ number: 1 }] } },
      [['pages', 'INVALID_VALUE']],
    ],
    [
      'may leave the list of pages beside modifications empty',
      { pages: [], modifications: { pages: [{ number: 1 }] } },
      [],
    ],
    [
      'may leave the list of pages in modifications empty',
      { pages: [{ number: 1 }], modifications: { pages: [] } },
      [],
    ],
    ['may have two empty lists of pages', { pages: [], modifications: { pages: [] } }, []],
    ['may split pages and variables', { pages: [{ number: 1 }], modifications: { variables: { a: 1 } } }, []],
    ['carries at most 4,096 bytes of metadata', { metadata: 'é'.repeat(2_049) }, [['metadata', 'VALUE_TOO_LARGE']]],
    ['has no field we do not know', { color: 'red' }, [['color', 'INVALID_VALUE']]],
    ['may be a test, or say that it is none', { test: true }, []],
    ['is a test or not', { test: 'yes' }, [['test', 'INVALID_TYPE']]],
    ['may have a loudness', { loudness: -14 }, []],
    ['has a usual loudness', { loudness: -15 }, [['loudness', 'INVALID_VALUE']]],
    ['may have key frames every 2 seconds', { key_frame_interval: 2 }, []],
    [
      'has key frames 0.5 seconds apart or more',
      { key_frame_interval: 0.4 },
      [['key_frame_interval', 'VALUE_TOO_SMALL']],
    ],
    [
      'has key frames 10 seconds apart or less',
      { key_frame_interval: 11 },
      [['key_frame_interval', 'VALUE_TOO_LARGE']],
    ],
    ['may make a gif small, and play it three times', { format: 'gif', max_width: 480, loop: 3 }, []],
    ['may make a gif play forever', { format: 'gif', loop: 0 }, []],
    [
      'makes a gif at least 16 pixels wide',
      { format: 'gif', max_width: 15, loop: -1 },
      [
        ['max_width', 'VALUE_TOO_SMALL'],
        ['loop', 'VALUE_TOO_SMALL'],
      ],
    ],
    [
      'makes a gif no wider than any video, and plays it as often as the file can say',
      { format: 'gif', max_width: 3841, loop: 65_536 },
      [
        ['max_width', 'VALUE_TOO_LARGE'],
        ['loop', 'VALUE_TOO_LARGE'],
      ],
    ],
    [
      'names whole pixels and whole plays',
      { format: 'gif', max_width: 480.5, loop: '3' },
      [
        ['max_width', 'INVALID_TYPE'],
        ['loop', 'INVALID_TYPE'],
      ],
    ],
    [
      'sets the width and the plays of a gif only',
      { max_width: 480, loop: 0 },
      [
        ['max_width', 'INVALID_VALUE'],
        ['loop', 'INVALID_VALUE'],
      ],
    ],
    ['of an unknown format has one fault for it', { format: 'gfi', max_width: 480 }, [['format', 'INVALID_VALUE']]],
    ['names public addresses only', { audio_url: 'http://10.0.0.1/a.mp3' }, [['audio_url', 'INVALID_VALUE']]],
    [
      'names public addresses only, in modifications too',
      {
        modifications: {
          pages: [
            {
              number: 1,
              page_audio_url: 'http://127.0.0.1/a.mp3',
              layers: [{ name: 'a', source_url: 'https://[::1]/a.png' }],
            },
          ],
        },
      },
      [
        ['modifications.pages[0].page_audio_url', 'INVALID_VALUE'],
        ['modifications.pages[0].layers[0].source_url', 'INVALID_VALUE'],
      ],
    ],
    [
      'learns of all its faults at once, in its own order',
      { audio_url: 'http://169.254.169.254/', fps: 7, version: 0 },
      [
        ['audio_url', 'INVALID_VALUE'],
        ['fps', 'INVALID_VALUE'],
        ['version', 'VALUE_TOO_SMALL'],
      ],
    ],
  ])('%s', (_name, rest, expected) => {
    expect(faultsOf(request(rest))).toEqual(expected.map(([field, code]) => ({ field, code })));
  });

  it('must name its template and format', () => {
    expect(faultsOf({})).toEqual([
      { field: 'template_id', code: 'REQUIRED_FIELD' },
      { field: 'format', code: 'REQUIRED_FIELD' },
    ]);
  });
});

it('the fault of a field for gifs names the format', () => {
  expect(readVideoRequest(request({ loop: 2 }), () => null)).toEqual({
    ok: false,
    faults: [
      { field: 'loop', code: 'INVALID_VALUE', message: 'loop is only for format gif, the format is mp4', value: 2 },
    ],
  });
});

describe('the time to judge a request', () => {
  it('grows no faster than the request, whatever its names are', () => {
    const bodies = new Map(
      [5_000, 20_000].map((size) => [
        size,
        request({ ['k'.repeat(size)]: Array.from({ length: size }, () => ({ a: 1 })) }),
      ]),
    );
    expect(growth((size) => readVideoRequest(bodies.get(size), () => null), 5_000)).toBeLessThan(3);
  });
});

describe('a literal forbidden address', () => {
  it('is found in the value of a variable, and not in texts', () => {
    const variables = { logo: 'https://169.254.169.254/latest', title: '127.0.0.1' };
    expect(faultsOf(request({ modifications: { variables } }))).toEqual([
      { field: 'modifications.variables.logo', code: 'INVALID_VALUE' },
    ]);
    const layers = [{ name: 'a', text: 'http://127.0.0.1/' }];
    expect(faultsOf(request({ pages: [{ number: 1, layers }] }))).toEqual([]);
  });

  it('is no public address and no name', () => {
    const layers = [{ name: 'a', source_url: 'http://93.184.215.14/b.png' }];
    expect(faultsOf(request({ audio_url: 'https://example.com/a.mp3', pages: [{ number: 1, layers }] }))).toEqual([]);
  });

  it('is reported with all four keys', () => {
    const url = 'http://192.168.0.1/';
    expect(readVideoRequest(request({ audio_url: url }), (each) => guard.checkUrl(each))).toEqual({
      ok: false,
      faults: [{ field: 'audio_url', code: 'INVALID_VALUE', message: 'must be a public address', value: url }],
    });
  });

  it.each([
    ['a font', { fonts: [{ family: 'A', source_url: 'http://10.0.0.1/a.woff2' }] }, 'fonts[0].source_url'],
    [
      'a layer',
      { pages: [{ number: 1, duration: 1, layers: [{ type: 'image', name: 'a', source_url: 'http://0x7f.1/a' }] }] },
      'pages[0].layers[0].source_url',
    ],
    [
      'a variable for addresses',
      { variables: { a: { type: 'url', default: 'http://10.0.0.1/a' } } },
      'variables.a.default',
    ],
    ['a text', { variables: { a: { type: 'string', default: 'http://10.0.0.1/a' } } }, undefined],
  ])('is looked for in a template: %s', (_name, more, field) => {
    const document = { name: 'a', width: 16, height: 16, pages: [{ number: 1, duration: 1 }], ...more };
    const checked = validateTemplate(document, { checkAddress: (url) => guard.checkUrl(url) });
    expect(checked.ok ? [] : checked.faults.map((fault) => fault.field)).toEqual(field ? [field] : []);
  });
});

describe('the rate', () => {
  it.each([
    [25, 'mp4', 'fps must be one of: 12, 24, 30'],
    [12, 'webm', 'fps must be one of: 24, 30 for mp4 and webm'],
    [11, 'gif', 'fps must be one of: 12, 24, 30'],
  ])('is not %d for %s', (fps, format, message) => {
    expect(readVideoRequest(request({ format, fps }), () => null)).toEqual({
      ok: false,
      faults: [{ field: 'fps', code: 'INVALID_VALUE', message, value: fps }],
    });
  });
});
