import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LAYER_KINDS } from '#libs/document';
import { TemplateDocument } from './document.js';
import { applyModifications } from './finish/apply-modifications.js';
import { Keyframes } from './keyframes.js';
import { LayerInSize } from './layers/in-size.js';
import { Modifications } from './modifications.js';
import { LayerStyle } from './layers/layer-style.js';
import { shapesWithin } from './shape/json-schema.js';
import { propertiesOf, type Shape } from './shape/property-shape.js';
import { validateShape } from './shape/validate-shape.js';
import { validateTemplate } from './validate-template.js';

const DOCS = path.join(import.meta.dirname, '../../../docs');
const read = (page: string) => ({ page, text: readFileSync(path.join(DOCS, page), 'utf8') });
const pages = ['template.md', ...globSync('template/*.md', { cwd: DOCS })].map(read);
const GUIDE = 'guides/dynamic-content.md';
const LESSONS = ['tutorial.md', 'guides/move-here.md'];
const manual = pages.map(({ text }) => text).join('\n');

type Example = Record<string, unknown>;

const examples = [...pages, ...[GUIDE, ...LESSONS].map(read)].flatMap(({ page, text }) =>
  [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)]
    .map(([, json], index) => ({ page, title: `${page}, ${index + 1}`, example: JSON.parse(json!) as Example }))
    .filter(({ example }) => !('template_id' in example)),
);

/** The document that an example is, or is a page or a layer of. */
function documentAround(example: Example): Example {
  if ('width' in example && 'pages' in example) return example;
  const page = 'number' in example ? example : { number: 1, duration: 10, layers: [example] };
  return { name: 'example', width: 1280, height: 720, pages: [page] };
}

function isModification(example: Example): boolean {
  return 'pages' in example && !('width' in example);
}

/** The kinds of all layers within a value. */
function kindsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(kindsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { type, name } = value as { type?: unknown; name?: unknown };
  const own = typeof type === 'string' && typeof name === 'string' ? [type] : [];
  return [...own, ...Object.values(value).flatMap(kindsIn)];
}

/** The names of all properties and the values of all sets, of a shape and of every shape within it. */
function wordsOf(root: Shape): string[] {
  return [...shapesWithin(root)].flatMap((shape) =>
    [...propertiesOf(shape).values()].flatMap(({ name, constraints }) => {
      const sets = constraints.filter((rule) => rule.name === 'isIn').map((rule) => rule.arguments[0] as unknown[]);
      return [name, ...sets.flat().map(String)];
    }),
  );
}

describe('the manual of the template document', () => {
  it('has a table for every class of a document', () => {
    const tables = [...manual.matchAll(/^<!-- table: (\w+) -->$/gm)].map(([, name]) => name);
    const missing = [...shapesWithin(TemplateDocument)].filter(({ name }) => !tables.includes(name));
    expect(new Set(missing)).toEqual(new Set([Keyframes, LayerInSize, LayerStyle]));
  });

  it('names every property and every value that has a name', () => {
    const words = new Set(manual.match(/[\w:-]+/g));
    const missing = wordsOf(TemplateDocument).filter((name) => !name.split(' ').every((word) => words.has(word)));
    expect(missing).toEqual([]);
  });

  it('has lines of at most 120 columns', () => {
    expect(manual.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
});

describe('an example of the manual', () => {
  it.each(LAYER_KINDS)('exists for a layer of type %s', (kind) => {
    expect(examples.flatMap(({ example }) => kindsIn(example))).toContain(kind);
  });

  it.each(examples.filter(({ example }) => !isModification(example)))('is a valid document: $title', ({ example }) => {
    expect(validateTemplate(documentAround(example))).toMatchObject({ ok: true });
  });

  it.each(examples.filter(({ example }) => isModification(example)))('is a valid request: $title', ({ example }) => {
    expect(validateShape(Modifications, example)).toMatchObject({ ok: true });
  });
});

describe('a guide', () => {
  const documents = examples.filter(
    ({ page, example }) => !pages.some((one) => one.page === page) && !isModification(example),
  );

  it.each([
    [GUIDE, 8],
    ['tutorial.md', 4],
    ['guides/move-here.md', 1],
  ])('%s has an example for every task', (guide, tasks) => {
    expect(documents.filter(({ page }) => page === guide).length).toBeGreaterThanOrEqual(tasks);
  });

  it.each(documents)('makes a video of $title without any value of a caller', ({ example }) => {
    const checked = validateTemplate(example);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    expect(applyModifications(checked.value, {})).toMatchObject({ ok: true });
  });
});
