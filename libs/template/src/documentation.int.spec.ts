import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { TemplateDocument } from './document.js';
import { propertiesOf, type Shape } from './shape/property-shape.js';

const DOCUMENTATION = path.join(import.meta.dirname, '../../../docs/template.md');

/** Every property's name and every value out of a set, of a shape and all within it. */
function wordsOf(shape: Shape, seen = new Set<Shape>()): string[] {
  if (seen.has(shape)) return [];
  seen.add(shape);
  return [...propertiesOf(shape).values()].flatMap(({ name, constraints, nested }) => {
    const sets = constraints.filter((rule) => rule.name === 'isIn').map((rule) => rule.arguments[0] as unknown[]);
    const within = !nested ? [] : typeof nested.shape === 'function' ? [nested.shape] : nested.shape.shapes.values();
    return [name, ...sets.flat().map(String), ...[...within].flatMap((inner) => wordsOf(inner, seen))];
  });
}

it('docs/template.md names every property and every value that has a name', () => {
  const words = new Set(readFileSync(DOCUMENTATION, 'utf8').match(/[\w:-]+/g));
  const missing = wordsOf(TemplateDocument).filter((name) => !name.split(' ').every((word) => words.has(word)));
  expect(missing).toEqual([]);
});
