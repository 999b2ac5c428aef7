import { describe, expect, it } from '@jest/globals';
import { isOwnRequest, partsBelow } from './dev-requests.js';

describe('a request for the page of dev', () => {
  it.each([
    [true, { host: '127.0.0.1:4000' }],
    [true, { host: 'localhost:81', origin: 'http://localhost:81', 'sec-fetch-site': 'same-origin' }],
    [true, { host: '[::1]:4000', 'sec-fetch-site': 'none' }],
    [false, {}],
    [false, { host: 'evil.example:4000' }],
    [false, { host: '127.0.0.1.evil.example:4000' }],
    [false, { host: '127.0.0.1:4000', origin: 'http://evil.example' }],
    [false, { host: '127.0.0.1:4000', origin: 'null' }],
    [false, { host: '127.0.0.1:4000', origin: 'http://127.0.0.1:4001' }],
    [false, { host: '127.0.0.1:4000', 'sec-fetch-site': 'cross-site' }],
    [false, { host: '127.0.0.1:4000', 'sec-fetch-site': 'same-site' }],
  ])('is the own one of a browser: %s', (isOwn, headers) => {
    expect(isOwnRequest(headers)).toBe(isOwn);
  });

  it.each([
    ['img/dusk%20light.jpg', ['img', 'dusk light.jpg']],
    ['../secret', undefined],
    ['%2e%2e/secret', undefined],
    ['img/..%2f..%2fsecret', undefined],
    ['..%5csecret', undefined],
    ['C:/secret', undefined],
    ['/etc/passwd', undefined],
    ['.env', undefined],
    ['a%00.png', undefined],
    ['%E0%A4%A', undefined],
  ])('names a file below a folder or none: %s', (escaped, parts) => {
    expect(partsBelow(escaped)).toEqual(parts);
  });
});
