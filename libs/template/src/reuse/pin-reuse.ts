import type { Expression } from '../expressions/expression.js';
import { parseExpression } from '../expressions/language.js';
import { parseStoredString } from '../expressions/template-string.js';
import { isList, isPlainObject } from '../shape/json.js';
import { type Brand, TOKEN_GROUPS } from './brand.js';
import { BRAND_NAME } from '../expressions/brand-name.js';
import { tokensIn } from './brand-tokens.js';
import { isShared, type Shared, usedComponents, withShared } from './shared.js';

/** The parts of an organization that a document uses. */
export interface UsedReuse {
  /** Shared components with their versions, those within given ones included: `card@3`. */
  readonly components: readonly string[];
  /** Tokens of the brand: `colors.primary`; `colors` where the name is computed, and `brand` where the kind is. */
  readonly tokens: readonly string[];
}

/** The shared components and the tokens that a document refers to. @param shared what is known of the organization */
export function usedReuse(document: object, shared: Shared = {}): UsedReuse {
  const components = [...usedComponents(document, shared)].filter(isShared);
  const tokens = new Set<string>();
  for (const expression of expressionsIn(withShared(document, { components: shared.components }))) {
    for (const { token } of tokensIn(expression)) tokens.add(token.join('.') || BRAND_NAME);
  }
  return { components, tokens: [...tokens] };
}

/**
 * The document with what it uses of its organization as its own: it is then the same whatever becomes of the brand and the
 * shared components. Mutates nothing. The same result when it is pinned again.
 */
export function pinReuse<Document extends object>(document: Document, shared: Shared): Document {
  const tokens = new Set(usedReuse(document, shared).tokens);
  const brand = shared.brand && tokens.size > 0 ? pickTokens(shared.brand, tokens) : undefined;
  return withShared(document, { brand, components: shared.components });
}

/** The used tokens of a brand; undefined for none. */
function pickTokens(brand: Brand, used: ReadonlySet<string>): Brand | undefined {
  const groups = TOKEN_GROUPS.flatMap((group) => {
    const isWhole = used.has(BRAND_NAME) || used.has(group);
    const picked = Object.entries(brand[group] ?? {}).filter(([name]) => isWhole || used.has(`${group}.${name}`));
    return picked.length === 0 ? [] : [[group, Object.fromEntries(picked)] as const];
  });
  return groups.length === 0 ? undefined : Object.fromEntries(groups);
}

/** The expressions in the strings of a document. Only those that may name the brand are read. */
function* expressionsIn(value: unknown, key = '', around = ''): Iterable<Expression> {
  if (typeof value === 'string') {
    if (!value.includes(BRAND_NAME)) return;
    const isAlone = key === 'when' || (key === 'list' && around === 'repeat');
    const parts = isAlone ? [parseExpression(value)] : parseStoredString(value);
    for (const part of parts) if (typeof part === 'object' && 'tree' in part) yield part;
  } else if (isPlainObject(value) || isList(value)) {
    for (const [name, member] of Object.entries(value)) yield* expressionsIn(member, name, key);
  }
}
