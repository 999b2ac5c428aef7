import { defineRule } from '../shape/define-rule.js';

/** Characters (docs/api.md). */
export const MAX_URL_CHARACTERS = 2048;

/** True for an absolute http or https URL without credentials. net-guard decides whether it may be fetched. */
export function isWebUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '';
}

/** The fault of a text that is no such URL, continuing "<field> …". */
export function webUrlFault(value: unknown): string {
  const hasCredentials = typeof value === 'string' && isWebUrl(value.replace(/^(https?:\/\/)[^/?#]*@/i, '$1'));
  return hasCredentials ? 'must not contain credentials' : 'must be an http or https URL';
}

/** An http(s) address of at most 2,048 characters. Faults: INVALID_FORMAT, VALUE_TOO_LARGE. */
export function IsWebUrl(): PropertyDecorator {
  return defineRule({
    name: 'isWebUrl',
    code: 'INVALID_FORMAT',
    types: ['string'],
    message: webUrlFault,
    maxCharacters: MAX_URL_CHARACTERS,
    isAddress: true,
    schema: {
      format: 'uri',
      pattern: String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\\]+$`,
      examples: ['https://example.com/photo.jpg'],
    },
    test: isWebUrl,
  });
}
