/** A document of any size that strains what decides structure, time and format. */
export interface HostileDocument {
  name: string;
  /** The largest size. Half of it is measured, too. */
  twice: number;
  of(n: number): object;
}

const SIZES = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`s${n}`, { width: 640 + 2 * n, height: 360 }]));
const MAX_LAYERS = 5_000;
const MAX_LAYERS_A_PAGE = 250;

const A = { variables: { a: { type: 'number', default: 1 } } };

/** Lists of lists of lists: `n` × 20 × 20 numbers. */
const CUBE = {
  type: 'list',
  fields: {
    inner: { type: 'list', fields: { inner: { type: 'list', fields: { v: { type: 'number', default: 1 } } } } },
  },
};

const times = <Made>(n: number, make: (index: number) => Made): Made[] => Array.from({ length: n }, (_, i) => make(i));
const cube = (n: number) => times(n, () => ({ inner: times(20, () => ({ inner: times(20, () => ({ v: 2 })) })) }));
const numbers = (n: number) => Object.fromEntries(times(n, (i) => [`v${i}`, { type: 'number', default: i }]));
const text = (index: number, more: object = {}) => ({ type: 'text', name: `t${index}`, text: 'a', ...more });
const items = (n: number) => ({ type: 'list', fields: { v: { type: 'number' } }, default: times(n, (v) => ({ v })) });

function documentOf(pages: readonly object[], more: object = {}): object {
  const numbered = pages.map((page, index) => ({ number: index + 1, duration: 1, ...page }));
  return { name: 'Hostile', width: 640, height: 360, pages: numbered, ...more };
}

/** A document of `n` layers, as few on a page as they may be. */
function layersOf(n: number, layer: (index: number) => object, more: object = {}): object {
  const pages = times(Math.ceil(n / MAX_LAYERS_A_PAGE), (page) => ({
    layers: times(Math.min(MAX_LAYERS_A_PAGE, n - page * MAX_LAYERS_A_PAGE), (at) =>
      layer(page * MAX_LAYERS_A_PAGE + at),
    ),
  }));
  return documentOf(pages, more);
}

/** A document whose one text is repeated `n` times, on as many pages as that takes. */
function copiesOf(n: number, layer: object, more: object = {}): object {
  const pages = times(Math.ceil(n / 200), (page) => ({
    layers: [text(0, { ...layer, repeat: { list: 'items', most: Math.min(200, n - 200 * page) } })],
  }));
  const variables = { ...((more as { variables?: object }).variables ?? {}), items: items(200) };
  return documentOf(pages, { ...more, variables });
}

function nested(depth: number, wrap: (inner: object, level: number) => object, inner: object): object {
  return times(depth, (level) => level).reduce(wrap, inner);
}

const forSizes = (values: (size: number) => object) =>
  Object.fromEntries(Object.keys(SIZES).map((name, size) => [name, values(size)]));

/** Documents as large as a request may be. Each uses one of the means of a template to the full. */
export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  {
    name: 'lists of lists, three deep',
    twice: 200,
    of: (n) =>
      documentOf([{ layers: [text(0, { text: '{{sum(cubes.map(a, double(a.inner.size())))}}' })] }], {
        variables: { cubes: { ...CUBE, default: cube(n) } },
      }),
  },
  {
    name: 'layers for lists of lists, three deep',
    twice: 200,
    of: (n) => {
      const leaf = text(0, { text: '{{c.v}}', repeat: { list: 'b.inner', as: 'c' } });
      const middle = { type: 'group', name: 'm', repeat: { list: 'a.inner', as: 'b' }, layers: [leaf] };
      const outer = { type: 'stack', name: 'o', repeat: { list: 'cubes', as: 'a' }, layers: [middle] };
      return documentOf([{ layers: [outer] }], { variables: { cubes: { ...CUBE, default: cube(n) } } });
    },
  },
  ...['when', 'text'].map((property): HostileDocument => ({
    name: `an expression of 64 KiB in ${property}`,
    twice: 65_536,
    of: (n) => {
      const sum = `1${' + 1'.repeat(n / 4)}`;
      return documentOf([{ layers: [text(0, { [property]: property === 'when' ? sum : `{{${sum}}}` })] }]);
    },
  })),
  {
    name: 'different expressions',
    twice: MAX_LAYERS,
    of: (n) => layersOf(n, (i) => text(i, { text: `{{a * ${i} + min(a, ${i}) * max(a, 2) - (a + ${i})}} {{a}}` }), A),
  },
  {
    name: 'expressions in every size',
    twice: 1_000,
    of: (n) =>
      layersOf(n, (i) => text(i, { for_size: forSizes((size) => ({ x: `{{a * ${i} + ${size}}}` })) }), {
        ...A,
        sizes: SIZES,
      }),
  },
  {
    name: 'brackets in brackets in when',
    twice: MAX_LAYERS,
    of: (n) => layersOf(n, (i) => text(i, { when: `${'('.repeat(25)}a > ${i}${')'.repeat(25)}` }), A),
  },
  {
    name: 'too many brackets in brackets',
    twice: 400,
    of: (n) => layersOf(n, (i) => text(i, { when: `${'('.repeat(900)}a > ${i}${')'.repeat(900)}` }), A),
  },
  {
    name: 'stacks in groups in stacks',
    twice: 200,
    of: (n) => {
      const wrap = (page: number) => (inner: object, level: number) => ({
        type: level % 2 === 0 ? 'stack' : 'group',
        name: `g${page}_${level}`,
        width: 'auto',
        layers: [inner],
      });
      return documentOf(times(n, (page) => ({ layers: [nested(20, wrap(page), text(0))] })));
    },
  },
  {
    name: '500 variables in many layers',
    twice: MAX_LAYERS,
    of: (n) =>
      layersOf(n, (i) => text(i, { text: `{{v${i % 500}}} {{v${(i + 7) % 500} * 2}}` }), { variables: numbers(500) }),
  },
  {
    name: 'layers that repeat beside 499 variables',
    twice: 4_800,
    of: (n) =>
      layersOf(n, (i) => text(i, { text: `{{item.v + v${i % 499}}}`, repeat: { list: 'items' } }), {
        variables: { ...numbers(499), items: items(1) },
      }),
  },
  {
    name: 'copies of a layer beside 499 variables',
    twice: 4_800,
    of: (n) => copiesOf(n, { text: '{{item.v + v7}}' }, { variables: numbers(499) }),
  },
  {
    name: 'layers with values for every size',
    twice: MAX_LAYERS,
    of: (n) => layersOf(n, (i) => text(i, { for_size: forSizes(() => ({ x: 1 })) }), { sizes: SIZES }),
  },
  {
    name: 'copies with values for every size',
    twice: MAX_LAYERS,
    of: (n) =>
      copiesOf(
        n,
        { text: '{{item.v}}', for_size: forSizes((size) => ({ x: `{{item.v + ${size}}}` })) },
        { sizes: SIZES },
      ),
  },
  {
    name: 'when on everything, in every size',
    twice: MAX_LAYERS,
    of: (n) => {
      const document = layersOf(n, (i) => text(i, { when: `a != ${i}`, x: `{{a + ${i % 9}}}` }), {
        ...A,
        sizes: SIZES,
      });
      const pages = (document as { pages: object[] }).pages.map((page, index) => ({
        ...page,
        when: 'a > 0',
        ...(index > 0 && { transition: { type: 'fade', duration: 0.1, when: 'a > 0' } }),
      }));
      const audio = times(16, (i) => ({ source_url: 'https://a.example/a.mp3', when: `a != ${i}` }));
      return { ...document, pages, audio };
    },
  },
  {
    name: 'expressions that take long, in every size',
    twice: 10,
    of: (n) =>
      layersOf(
        n + 1,
        (i) => text(i, { text: '{{items.filter(a, items.exists(b, a.v + b.v < 0)).size()}}', when: 'a > 0' }),
        {
          variables: { ...A.variables, items: items(200) },
          sizes: SIZES,
        },
      ),
  },
  {
    name: 'expressions that take long, of every size',
    twice: 10,
    of: (n) => {
      const x = '{{items.filter(a, items.exists(b, a.v + b.v < 0)).size()}}';
      return layersOf(n + 1, (i) => text(i, { when: 'a > 0', for_size: forSizes(() => ({ x })) }), {
        variables: { ...A.variables, items: items(200) },
        sizes: SIZES,
      });
    },
  },
  {
    name: 'layers that wait for the one before',
    twice: 12 * 400,
    of: (n) =>
      documentOf(
        times(n / 400, () => ({
          duration: 'auto',
          layers: times(400, (i) =>
            text(i, i === 0 ? { duration: 0.001 } : { start: { after: `t${i - 1}` }, duration: { as: `t${i - 1}` } }),
          ),
        })),
        { sizes: SIZES },
      ),
  },
];
