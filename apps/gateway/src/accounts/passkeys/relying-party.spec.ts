import { expect, it } from '@jest/globals';
import { relyingPartyOf } from './relying-party.js';

it.each([
  ['https://video.example.com/v1', { id: 'video.example.com', origin: 'https://video.example.com' }],
  ['https://video.example.com:8443/api/v1', { id: 'video.example.com', origin: 'https://video.example.com:8443' }],
  ['http://127.0.0.1:8080/v1', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://[::1]:8080/v1', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://localhost/v1', { id: 'localhost', origin: 'http://localhost' }],
  ['http://video.example.com/v1', undefined], // not encrypted
  ['https://192.0.2.7/v1', undefined], // without a name
  ['https://[2001:db8::7]/v1', undefined],
])('passkeys at %s belong to %j', (publicBaseUrl, party) => {
  expect(relyingPartyOf(publicBaseUrl)).toEqual(party);
});
