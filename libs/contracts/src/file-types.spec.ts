import { describe, expect, it } from '@jest/globals';
import { fileTypeOf } from './file-types.js';

describe('the type of a file', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image', 'jpg'],
    ['GIF89a\x01\0\x01\0', 'image', 'gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image', 'webp'],
    ['\0\0\0\x20ftypavif\0\0\0\0', 'image', 'avif'],
    ['\0\x01\0\0\0\x0f', 'font', 'ttf'],
    ['OTTO\0\x0b', 'font', 'otf'],
    ['wOF2\0\x01\0\0', 'font', 'woff2'],
    ['RIFF\x24\0\0\0WAVEfmt ', 'audio', 'wav'],
    ['ID3\x04\0\0', 'audio', 'mp3'],
    ['\0\0\0\x20ftypM4A \0\0\0\0', 'audio', 'm4a'],
    ['\0\0\0\x14ftypqt  \0\0\0\0', 'video', 'mov'],
    ['\0\0\0\x20ftypisom\0\0\0\0', 'video', 'mp4'],
    ['\x1aE\xdf\xa3\x9f', 'video', 'webm'],
  ])('%j is %s %s', (head, kind, extension) => {
    expect(fileTypeOf(Buffer.from(head, 'latin1'))).toEqual({ kind, extension });
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '#EXTM3U\n',
    '%PDF-1.7',
    'RIFF\x24\0\0\0AVI LIST',
    '\0\0\0\x20ftypheic\0\0\0\0',
    '\x89PNG\r\n', // cut short
    'BM\x36\0\0\0',
    '',
  ])('%j is none of ours', (head) => {
    expect(fileTypeOf(Buffer.from(head, 'latin1'))).toBeNull();
  });
});
