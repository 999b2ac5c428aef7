import { describe, expect, it } from '@jest/globals';
import { sniff } from './sniff.js';

describe('sniff', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
    ['GIF89a\x01\0\x01\0', 'gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
    ['\0\0\0\x20ftypavif\0\0\0\0', 'avif'],
    ['\0\x01\0\0\0\x0f', 'truetype'],
    ['OTTO\0\x0b', 'opentype'],
    ['wOF2\0\x01\0\0', 'woff2'],
  ])('%j is %s', (head, format) => {
    expect(sniff(Buffer.from(head, 'latin1'))).toBe(format);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '#EXTM3U\n',
    '%PDF-1.7',
    'RIFF\x24\0\0\0WAVEfmt ',
    '\x89PNG\r\n', // cut short
    'BM\x36\0\0\0',
    '',
  ])('%j is none of ours', (head) => {
    expect(sniff(Buffer.from(head, 'latin1'))).toBeNull();
  });
});
