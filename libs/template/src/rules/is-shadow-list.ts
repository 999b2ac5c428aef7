import { MAX_SHADOW_LIST_CHARACTERS, parseShadows } from '#libs/document';
import { defineRule } from '../shape/define-rule.js';

/** True for a CSS shadow list. */
export function isShadowList(value: unknown): value is string {
  return typeof value === 'string' && parseShadows(value) !== undefined;
}

export function IsShadowList(): PropertyDecorator {
  return defineRule({
    name: 'isShadowList',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: 'must be a CSS shadow list such as "0 4px 12px rgba(0,0,0,0.4)"',
    maxCharacters: MAX_SHADOW_LIST_CHARACTERS,
    schema: { format: 'shadows', examples: ['0 4px 12px rgba(0,0,0,0.4)'] },
    test: isShadowList,
  });
}
