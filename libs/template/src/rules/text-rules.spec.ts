import { describe, expect, it } from '@jest/globals';
import { parseEasing } from './is-easing.js';
import { isLength } from './is-length.js';
import { isShadowList } from './is-shadow-list.js';
import { isSvgPath } from './is-svg-path.js';
import { isWebUrl } from './is-web-url.js';

describe('an easing', () => {
  it.each([
    'linear',
    'ease',
    'in-out-elastic',
    'spring',
    'steps(4)',
    'cubic-bezier(0.2, 0, 0, 1)',
    'cubic-bezier(0,-.5,1,1.5)',
  ])('may be %s', (text) => expect(parseEasing(text)).toBeDefined());

  it.each(['', 'ease-out-in', 'steps(0)', 'steps(-1)', 'cubic-bezier(1.2,0,0,1)', 'cubic-bezier(0,0,1)', 'in-sine '])(
    'is not %j',
    (text) => expect(parseEasing(text)).toBeUndefined(),
  );
});

describe('a length', () => {
  it.each([0, -4.5, 3840, '50%', '-12.5%', '33.333333333333336%'])('may be %j', (length) =>
    expect(isLength(length)).toBe(true),
  );
  it.each([NaN, Infinity, 1e6, '50', '50px', '%', 'calc(1%)'])('is not %j', (length) =>
    expect(isLength(length)).toBe(false),
  );
});

describe('a shadow list', () => {
  it.each([
    'none',
    '',
    '0 4px 12px rgba(0,0,0,0.4)',
    'red 1px 1px',
    '0.3333333333333333px -.5px 2.5px red',
    '1px 1px 2px 3px black, 0 0 1px hsl(1 2% 3%)',
    '0 0 #0',
  ])('judges %j', (list) => expect(isShadowList(list)).toBe(list !== '0 0 #0'));

  it.each(['1px', 'red', '1em 1em red', '1px 1px -2px red', '1px 1px red blue', '1px 1px,', 'inset 1px 1px red'])(
    'is not %j',
    (list) => expect(isShadowList(list)).toBe(false),
  );
});

describe('SVG path data', () => {
  it.each(['M0 0L10 10Z', 'm 1,2 3,4 h5 v-6 c1 2 3 4 5 6', 'M.5.5L1e2-3', 'M0 0 a1 1 0 01 10 10'])(
    'may be %s',
    (path) => expect(isSvgPath(path)).toBe(true),
  );
  it.each(['', 'L0 0', 'M0', 'M0 0 X1', 'M0 0 L1', 'Z', '10 10', 'M0 0 constructor'])('is not %j', (path) =>
    expect(isSvgPath(path)).toBe(false),
  );
});

describe('a web URL', () => {
  it.each(['http://127.0.0.1:8080/a.png', 'HTTPS://example.com/ä?x=1#y'])('may be %s', (url) =>
    expect(isWebUrl(url)).toBe(true),
  );
  it.each([
    '',
    'ftp://x/y',
    'file:///etc/passwd',
    '//x/y',
    'http://',
    'https://u:p@x/',
    'http://a b',
    'javascript:alert(1)',
  ])('is not %j', (url) => expect(isWebUrl(url)).toBe(false));
});
