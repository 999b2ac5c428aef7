import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { PASS_CLASSES } from './repair/repair-passes.js';
import { SWEEP_CLASSES } from './retention/sweeps.js';

const DECLARATION = /^export (abstract )?class (\w+)(?:<.*>)?(?: extends (\w+)(?:<.*>)?)?(?: implements (.*))? \{$/gm;

/** The names of the service's classes that implement an interface, themselves or by the class that they extend. */
function implementing(name: string): string[] {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const sources = globSync('**/*.ts', { cwd }).map((file) => readFileSync(cwd + file, 'utf8'));
  const declared = sources.flatMap((source) =>
    [...source.matchAll(DECLARATION)].map(([, abstract, own, base, interfaces = '']) => ({
      ...{ isAbstract: abstract !== undefined, own: own!, base },
      implements: interfaces.split(', ').includes(name),
    })),
  );
  const found = new Set(declared.filter((each) => each.implements).map(({ own }) => own));
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { own, base } of declared) if (base && found.has(base)) found.add(own);
  }
  return declared
    .filter(({ isAbstract, own }) => found.has(own) && !isAbstract)
    .map(({ own }) => own)
    .sort();
}

describe('a round', () => {
  it.each([
    { name: 'Sweep', listed: SWEEP_CLASSES },
    { name: 'RepairPass', listed: PASS_CLASSES },
  ])('leaves out no $name', ({ name, listed }) => {
    const names = listed.map((each) => each.name).sort();
    expect(implementing(name)).toEqual(names);
    expect(names.length).toBeGreaterThan(0);
  });
});
