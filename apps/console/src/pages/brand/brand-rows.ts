import type { OrganizationBrand } from '../../api/brand.ts';

/** The kinds of tokens, in the order of the page. */
export const TOKEN_GROUPS = ['colors', 'fonts', 'logos', 'sounds'] as const;
export type TokenGroup = (typeof TOKEN_GROUPS)[number];

/** A token while it is edited: its name may be empty, or that of another one. */
export interface TokenRow {
  /** Distinguishes the rows, whatever their names. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

export type BrandRows = Readonly<Record<TokenGroup, readonly TokenRow[]>>;

/** The tokens of a brand as rows. */
export function rowsOf(brand: OrganizationBrand): BrandRows {
  const rows = (group: TokenGroup) =>
    Object.entries(brand[group] ?? {}).map(([name, value], key): TokenRow => ({ key, name, value }));
  return { colors: rows('colors'), fonts: rows('fonts'), logos: rows('logos'), sounds: rows('sounds') };
}

/** The brand of rows; a row without a name and a value is left out. */
export function brandOf(rows: BrandRows): Record<TokenGroup, Record<string, string>> {
  const tokens = (group: TokenGroup) =>
    Object.fromEntries(
      rows[group].filter(({ name, value }) => name + value !== '').map((row) => [row.name, row.value]),
    );
  return { colors: tokens('colors'), fonts: tokens('fonts'), logos: tokens('logos'), sounds: tokens('sounds') };
}

/** The first name that two rows of a group have. */
export function repeatedName(rows: BrandRows): string | undefined {
  for (const group of TOKEN_GROUPS) {
    const names = rows[group].map(({ name }) => name);
    const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

/** The rows with another one after them. */
export function withNewRow(rows: readonly TokenRow[], value: string): readonly TokenRow[] {
  return [...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, name: '', value }];
}
