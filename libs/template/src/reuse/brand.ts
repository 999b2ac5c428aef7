import { isCssColor, MAX_COLOR_CHARACTERS } from '#libs/document';
import { isWebUrl, MAX_URL_CHARACTERS, webUrlFault } from '../rules/is-web-url.js';
import { ANY_TEXT } from '../shape/constraint-schemas.js';
import { Default } from '../shape/default.js';
import { defineRule } from '../shape/define-rule.js';
import { isPlainObject } from '../shape/json.js';
import { RECORD_KEY } from '../shape/record-of.js';

/** Tokens of one kind that a brand may have. */
const MAX_TOKENS = 50;
const MAX_FAMILY_CHARACTERS = 120;

/** The rule of the values of one kind of tokens. */
interface TokenRule {
  isRight(value: string): boolean;
  /** Continues the name of the token. */
  message: string | ((value: unknown) => string);
  maxCharacters: number;
  schema: Readonly<Record<string, unknown>>;
  isAddress?: boolean;
}

const COLOR: TokenRule = {
  isRight: isCssColor,
  message: 'must be a CSS color',
  maxCharacters: MAX_COLOR_CHARACTERS,
  schema: { format: 'color', pattern: ANY_TEXT, examples: ['#0f3d3e'] },
};
const FAMILY: TokenRule = {
  isRight: (value) => value !== '',
  message: 'must be the name of a font family',
  maxCharacters: MAX_FAMILY_CHARACTERS,
  schema: { format: 'font', pattern: ANY_TEXT, minLength: 1 },
};
const ADDRESS: TokenRule = {
  isRight: isWebUrl,
  message: webUrlFault,
  maxCharacters: MAX_URL_CHARACTERS,
  schema: { format: 'uri', examples: ['https://example.com/logo.svg'] },
  isAddress: true,
};

/**
 * Colors, fonts, logos and sounds of a brand, by names: an expression of a template may say `brand.colors.primary`. A change of a token changes
 * every template that refers to it.
 */
export class Brand {
  /** CSS colors by name. */
  @Default({})
  @HoldsTokens(COLOR)
  colors?: Record<string, string>;

  /** Names of font families by name, for `font_family`. */
  @Default({})
  @HoldsTokens(FAMILY)
  fonts?: Record<string, string>;

  /** URLs of pictures by name. */
  @Default({})
  @HoldsTokens(ADDRESS)
  logos?: Record<string, string>;

  /** URLs of sounds by name. */
  @Default({})
  @HoldsTokens(ADDRESS)
  sounds?: Record<string, string>;
}

/** The kinds of tokens. */
export const TOKEN_GROUPS = ['colors', 'fonts', 'logos', 'sounds'] as const satisfies readonly (keyof Brand)[];
export type TokenGroup = (typeof TOKEN_GROUPS)[number];

function HoldsTokens(rule: TokenRule): PropertyDecorator {
  return defineRule({
    name: 'holdsTokens',
    code: 'INVALID_VALUE',
    types: ['object'],
    message: (tokens) => tokenFault(tokens, rule) ?? 'is not valid',
    ...(rule.isAddress && { isAddress: true }),
    schema: {
      maxProperties: MAX_TOKENS,
      propertyNames: { pattern: RECORD_KEY.source },
      additionalProperties: { type: 'string', maxLength: rule.maxCharacters, ...rule.schema },
    },
    test: (tokens) => tokenFault(tokens, rule) === undefined,
  });
}

/** The fault of the first token that has one, continuing the name of its kind. */
function tokenFault(tokens: unknown, { isRight, message, maxCharacters }: TokenRule): string | undefined {
  const entries = Object.entries(isPlainObject(tokens) ? tokens : {});
  if (entries.length > MAX_TOKENS) return `must have at most ${MAX_TOKENS} entries`;
  for (const [name, value] of entries) {
    const shown = name.slice(0, 64);
    if (!RECORD_KEY.test(name)) {
      return `has the name ${shown}: a name is a letter followed by at most 63 letters, digits or underscores`;
    }
    if (typeof value !== 'string') return `has no text as ${shown}`;
    if (value.length > maxCharacters) return `has ${shown}, which must be at most ${maxCharacters} characters long`;
    if (!isRight(value)) return `has ${shown}, which ${typeof message === 'string' ? message : message(value)}`;
  }
  return undefined;
}
