import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { PASS_CLASSES } from './repair/repair-passes.js';
import { SWEEP_CLASSES } from './retention/sweeps.js';

/** The names of the service's classes that implement an interface. */
function implementing(name: string): string[] {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const sources = globSync('**/*.ts', { cwd }).map((file) => readFileSync(cwd + file, 'utf8'));
  const classes = new RegExp(`^export class (\\w+) implements .*\\b${name}\\b`, 'gm');
  return sources.flatMap((source) => [...source.matchAll(classes)].map(([, found]) => found!)).sort();
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
