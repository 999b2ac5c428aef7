import { MAX_DOCUMENT_STEPS, type Scope } from '../expressions/scope.js';
import { BRAND_NAME } from '../expressions/brand-name.js';
import { type Tokens } from '../reuse/brand-tokens.js';

/** The names of a document. */
interface Names {
  /** The names of all variables, those without a value too. */
  readonly declared: Iterable<string>;
  readonly values: ReadonlyMap<string, unknown>;
  readonly tokens: Tokens;
  /** BCP 47. */
  readonly locale?: string | undefined;
}

/** The scope of a document: its variables and the brand. A variable named as the brand hides it. */
export function scopeOf({ declared, values, tokens, locale = 'en-US' }: Names): Scope {
  const absent = [...declared].filter((name) => !values.has(name)).map((name) => [name, name] as const);
  return {
    values: withBrand(values, { declared: new Set(declared), tokens }),
    absent: new Map(absent),
    locale,
    budget: { steps: MAX_DOCUMENT_STEPS },
  };
}

/** The values of names, and the brand where no variable has its name. */
export function withBrand(
  values: ReadonlyMap<string, unknown>,
  { declared, tokens }: { declared: { has(name: string): boolean }; tokens: Tokens },
): ReadonlyMap<string, unknown> {
  return declared.has(BRAND_NAME) ? values : new Map<string, unknown>([[BRAND_NAME, tokens], ...values]);
}
