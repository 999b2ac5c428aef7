import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPaint } from '#libs/document';
import { parseEasing } from './is-easing.js';
import { isLength } from './is-length.js';
import { isShadowList } from './is-shadow-list.js';
import { isSvgPath } from './is-svg-path.js';
import { isWebUrl } from './is-web-url.js';

const FRAGMENTS = [
  ...Array.from('#()/%,-+.:@?e019 \t\n\\'),
  'rgb(',
  'color(',
  'color(srgb ',
  'oklch(',
  'linear-gradient(',
  'radial-gradient(',
  'conic-gradient(',
  ' at ',
  'to ',
  'from ',
  'circle',
  'deg',
  'px',
  'none',
  'red',
  'constructor',
  '__proto__',
  'M',
  'a',
  'steps(',
  'cubic-bezier(',
  'http://',
  '\uD800',
];

it('no text makes a rule throw, even with incomplete syntax', () => {
  const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (input) => {
      const judged = [isPaint, isShadowList, isSvgPath, isWebUrl, isLength].map((rule) => rule(input));
      expect(judged.every((verdict) => typeof verdict === 'boolean')).toBe(true);
      parseEasing(input);
    }),
    { numRuns: 5000 },
  );
});
