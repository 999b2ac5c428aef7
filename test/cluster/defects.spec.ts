import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { DEFECTS } from './defects.mjs';

const CHANGES = Object.entries(DEFECTS).flatMap(([name, { edits }]) =>
  edits.map(([file, from]) => ({ name, file, from })),
);

it.each(CHANGES)('finds the source that $name changes in $file', ({ file, from }) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(text.split(from)).toHaveLength(2);
});
