import { defineRule } from '../shape/define-rule.js';

/** A tag of BCP 47 such as `de-AT` or `zh-Hant-TW`. */
export function IsLocale(): PropertyDecorator {
  return defineRule({
    name: 'isLocale',
    code: 'INVALID_FORMAT',
    types: ['string'],
    message: 'must be a language tag such as en-US',
    maxCharacters: 35,
    schema: { examples: ['en-US', 'de-AT', 'ar'] },
    test: isLocale,
  });
}

/** True for a tag of BCP 47, whether or not anything is formatted for it. */
export function isLocale(value: unknown): value is string {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
