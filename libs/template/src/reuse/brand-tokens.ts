import type { ASTNode } from '@marcbachmann/cel-js';
import { didYouMean } from '../did-you-mean.js';
import { childrenOf, type Expression } from '../expressions/expression.js';
import { freeNames } from '../finish/free-names.js';
import { isPlainObject, own } from '../shape/json.js';
import { BRAND_NAME } from '../expressions/brand-name.js';
import { type Brand, TOKEN_GROUPS, type TokenGroup } from './brand.js';

/** Tokens by kind and name. */
export type Tokens = Readonly<Record<TokenGroup, Readonly<Record<string, string>>>>;

/** The tokens of a document, which may have faults: those that are no texts are left out. */
export function tokensOf(document: unknown): Tokens {
  const brand = own(document, 'brand');
  const of = (group: TokenGroup) => textsIn(own(brand, group));
  return { colors: of('colors'), fonts: of('fonts'), logos: of('logos'), sounds: of('sounds') };
}

/** A brand in which the tokens of a document come before those of its organization. */
export function mergedBrand(brand: Brand, above: unknown): unknown {
  if (above !== undefined && !isPlainObject(above)) return above;
  const groups = TOKEN_GROUPS.map((group) => {
    const tokens = own(above, group);
    return [group, tokens === undefined || isPlainObject(tokens) ? { ...brand[group], ...tokens } : tokens];
  });
  return { ...above, ...Object.fromEntries(groups) };
}

/** A token that an expression names. */
export interface TokenUse {
  /** `['colors', 'primary']`; without the name, or the kind, where it is computed. */
  readonly token: readonly string[];
  /** Whether the expression has another value where there is no such token. */
  readonly isGuarded: boolean;
}

/** The tokens that an expression names, in its order. Empty where `brand` is a name of its own. */
export function tokensIn(expression: Expression): TokenUse[] {
  if (!freeNames(expression).includes(BRAND_NAME)) return [];
  const found: TokenUse[] = [];
  const visit = (node: ASTNode, isGuarded: boolean): void => {
    const chain = chainOf(node);
    if (chain) found.push({ token: chain.names.slice(0, 2), isGuarded: isGuarded || chain.isOptional });
    else
      for (const child of childrenOf(node)) visit(child, isGuarded || (node.op === 'call' && node.args[0] === 'has'));
  };
  visit(expression.tree, false);
  const guarded = new Set(found.filter((use) => use.isGuarded).map(({ token }) => token.join('.')));
  return found.map(({ token }) => ({ token, isGuarded: guarded.has(token.join('.')) }));
}

/** The fault of an expression that names a token that there is not; undefined for none. */
export function unknownToken(expression: Expression, tokens: Tokens): string | undefined {
  for (const { token, isGuarded } of tokensIn(expression)) {
    const [kind, name] = token;
    if (isGuarded || kind === undefined) continue;
    const group = TOKEN_GROUPS.find((each) => each === kind);
    if (!group) return `brand has no ${kind.slice(0, 64)}${didYouMean(kind, TOKEN_GROUPS)}`;
    const names = tokens[group];
    if (name === undefined || own(names, name) !== undefined) continue;
    return `brand.${group} has no ${name.slice(0, 64)}${didYouMean(name, Object.keys(names))}`;
  }
  return undefined;
}

interface Chain {
  readonly names: readonly string[];
  readonly isOptional: boolean;
}

/** The names after `brand` in `brand.colors.primary`; undefined for any other node. */
function chainOf(node: ASTNode): Chain | undefined {
  if (node.op === 'id') return node.args === BRAND_NAME ? { names: [], isOptional: false } : undefined;
  if (node.op !== '.' && node.op !== '.?' && node.op !== '[]' && node.op !== '[?]') return undefined;
  const [of, member] = node.args;
  const name = typeof member === 'string' ? member : member.op === 'value' ? member.args : undefined;
  const chain = typeof name === 'string' ? chainOf(of) : undefined;
  return (
    chain && {
      names: [...chain.names, String(name)],
      isOptional: chain.isOptional || node.op === '.?' || node.op === '[?]',
    }
  );
}

function textsIn(tokens: unknown): Record<string, string> {
  const entries = Object.entries(isPlainObject(tokens) ? tokens : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
