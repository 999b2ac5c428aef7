import { describe, expect, it } from '@jest/globals';
import {
  ADDRESS_PROPERTIES,
  ADDRESS_RECORDS,
  PageModification,
  propertiesOf,
  shapesWithin,
  TemplateDocument,
  validateTemplate,
} from '#libs/template';
import {
  diskAddress,
  fileOfAddress,
  modificationsWithDiskAddresses,
  withDiskAddresses,
  withoutDiskAddresses,
} from './disk-addresses.js';

describe('a path of a document', () => {
  it.each([
    ['halo.jpg', '/work/card/halo.jpg'],
    ['./a/../b.png', '/work/card/b.png'],
    ['../shared/logo 50%.png', '/work/shared/logo 50%.png'],
    ['/etc/a#b?.png', '/etc/a#b?.png'],
    ['file:///tmp/a.png', '/tmp/a.png'],
    ['é/日本.jpg', '/work/card/é/日本.jpg'],
  ])('%s becomes the address of a file', (path, file) => {
    const address = diskAddress(path, '/work/card');
    expect(address).toMatch(/^https:\/\/disk\.invalid\/[^\s]+$/);
    expect(fileOfAddress(address)).toBe(file);
  });

  it.each(['https://example.com/a.jpg', 'data:image/png;base64,xx', '{{photo}}', '', `a${'b'.repeat(65_536)}`])(
    'is no %.60s',
    (text) => {
      expect(diskAddress(text, '/work')).toBe(text);
      expect(fileOfAddress(text)).toBeUndefined();
    },
  );

  it('keeps its expressions', () => {
    expect(diskAddress('img/{{name}} {{ "a b" }}.jpg', '/work')).toBe(
      'https://disk.invalid/work/img/{{name}}%20{{ "a b" }}.jpg',
    );
  });

  it('is shown as it was written', () => {
    const message = `the image does not exist: ${diskAddress('a b.jpg', '/work/card')} or ${diskAddress('/etc/x', '/')}`;
    expect(withoutDiskAddresses(message, '/work/card')).toBe('the image does not exist: a b.jpg or /etc/x');
    expect(withoutDiskAddresses('https://disk.invalid/%E0%A4%A', '/')).toBe('https://disk.invalid/%E0%A4%A');
  });
});

it('each property that holds an address is known', () => {
  const shapes = [...shapesWithin(TemplateDocument), ...shapesWithin(PageModification)];
  const found = new Set(
    shapes.flatMap((shape) =>
      [...propertiesOf(shape).values()].flatMap(({ isAddress, name }) => (isAddress ? name : [])),
    ),
  );
  // The values of a component have the types that the component declares: they are taken as they are.
  found.delete('values');
  expect([...ADDRESS_PROPERTIES, ...ADDRESS_RECORDS]).toEqual(expect.arrayContaining([...found]));
  expect(found.size).toBeGreaterThan(1);
});

describe('a template with paths', () => {
  const template = {
    ...{ name: 'Card', width: 640, height: 360 },
    variables: {
      photo: { type: 'url', media: 'image', default: 'halo.jpg' },
      title: { type: 'string', default: 'halo.jpg' },
      items: {
        type: 'list',
        default: [{ icon: 'a.png', text: 'a.png' }],
        fields: { icon: { type: 'url' }, text: { type: 'string' } },
      },
    },
    fonts: [{ family: 'Own', source_url: 'own.woff2' }],
    brand: { logos: { main: 'logo.png' }, colors: { primary: '#123456' } },
    pages: [
      {
        number: 1,
        duration: 2,
        page_audio_url: 'a.mp3',
        layers: [{ name: 'a', type: 'image', source_url: '{{photo}}' }],
      },
    ],
  };

  it('is valid, and nothing but addresses has changed', () => {
    const changed = withDiskAddresses(template, '/work');
    expect(validateTemplate(changed)).toMatchObject({ ok: true });
    expect(JSON.parse(JSON.stringify(changed).replaceAll('https://disk.invalid/work/', ''))).toEqual(template);
    expect(changed).toMatchObject({
      variables: { photo: { default: 'https://disk.invalid/work/halo.jpg' }, title: { default: 'halo.jpg' } },
    });
  });

  it('takes paths as values of variables that are addresses', () => {
    const checked = validateTemplate(withDiskAddresses(template, '/work'));
    const variables = checked.ok ? checked.value.variables! : {};
    const given = { variables: { photo: 'b.jpg', title: 'b.jpg', items: [{ icon: 'c.png' }], unknown: 'd.jpg' } };
    expect(modificationsWithDiskAddresses(given, variables, '/data')).toEqual({
      variables: {
        ...{ photo: 'https://disk.invalid/data/b.jpg', title: 'b.jpg', unknown: 'd.jpg' },
        items: [{ icon: 'https://disk.invalid/data/c.png' }],
      },
    });
  });

  it.each([null, 3, [], { variables: [] }, { variables: { a: null, b: { type: 'list', default: 3 } }, pages: {} }])(
    'that is none stays as it is: %j',
    (value) => expect(withDiskAddresses(value, '/work')).toEqual(value),
  );
});
