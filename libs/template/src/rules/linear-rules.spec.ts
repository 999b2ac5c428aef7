import { describe, expect, it } from '@jest/globals';
import { isPaint } from '#libs/document';
import { growth } from '#libs/testing';
import { parseEasing } from './is-easing.js';
import { isLength } from './is-length.js';
import { parseNumberFormat } from './is-number-format.js';
import { isShadowList } from './is-shadow-list.js';
import { isSvgPath } from './is-svg-path.js';
import { isWebUrl } from './is-web-url.js';

const RULES = { isPaint, isShadowList, isSvgPath, isWebUrl, isLength, parseEasing, parseNumberFormat };

/** A start that the rule accepts, then a repeated part, then an end that it refuses. */
const BEGINNINGS = ['', 'M0 0', 'http://', 'linear-gradient(', '0.'];
const REPEATED = [' ', ',', ', ', '1', '.', '1.', '-', 'e', 'm', 'M0 0', '(', ')', '#', '0', 'a', '\t', '%', ' 1px'];

describe.each(Object.entries(RULES))('%s', (_name, rule) => {
  it.each(REPEATED)('reads %j over and over in linear time', (text) => {
    for (const beginning of BEGINNINGS) {
      const repeats = 20_000 / text.length;
      expect(growth((size) => rule(`${beginning}${text.repeat(size)}!`), repeats)).toBeLessThan(3);
    }
  });
});
