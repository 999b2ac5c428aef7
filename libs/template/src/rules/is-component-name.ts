import { defineRule } from '../shape/define-rule.js';

/** The name of a component; with a version, that of a shared one: `card@3`. */
const COMPONENT_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}(@[1-9][0-9]{0,5})?$/;
const MAX_CHARACTERS = 71;

/** The names of components. */
export const COMPONENT_NAMES = {
  pattern: COMPONENT_NAME,
  message:
    'must be a letter followed by at most 63 letters, digits or underscores, with a version such as @3 or without',
};

export function IsComponentName(): PropertyDecorator {
  return defineRule({
    name: 'isComponentName',
    code: 'INVALID_VALUE',
    types: ['string'],
    message: COMPONENT_NAMES.message,
    maxCharacters: MAX_CHARACTERS,
    schema: { pattern: COMPONENT_NAME.source, examples: ['card', 'card@3'] },
    test: (value) => typeof value === 'string' && COMPONENT_NAME.test(value),
  });
}
