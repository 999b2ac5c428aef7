import { defineRule } from '../shape/define-rule.js';

/** Format of a number. */
export interface NumberFormat {
  prefix: string;
  /** 1,234 instead of 1234. */
  hasGroups: boolean;
  /** Number of digits after the decimal point. */
  decimals: number;
  /** `percent`: a hundred times the value with %; `compact`: 12K, 3.4M. */
  style: 'decimal' | 'percent' | 'compact';
  suffix: string;
}

const PATTERN = /^(?<prefix>[^#0.,]*)(?<whole>[#0,]*0)(?:\.(?<decimals>0+))?(?<style>[%a]?)(?<suffix>[^#0]*)$/;
/** Most decimals of a format. Intl allows 100, but no chart has room for more than these. */
const MAX_DECIMALS = 10;

/**
 * Parses a number format as in spreadsheets: `0`, `0.00`, `#,##0`, `0%` (0.25 is 25%), `0.0a` (short: 12.3K), with any
 * text before and after: `$#,##0`, `0 km`, `0.0 %` (a space before the sign: the sign only). Undefined for anything
 * else.
 */
export function parseNumberFormat(text: string): NumberFormat | undefined {
  const groups = PATTERN.exec(text)?.groups;
  const decimals = groups?.['decimals']?.length ?? 0;
  if (!groups || decimals > MAX_DECIMALS) return undefined;
  const { prefix = '', whole = '', style, suffix = '' } = groups;
  return {
    prefix,
    hasGroups: whole.includes(','),
    decimals,
    style: style === '%' ? 'percent' : style === 'a' ? 'compact' : 'decimal',
    suffix,
  };
}

export function IsNumberFormat(): PropertyDecorator {
  return defineRule({
    name: 'isNumberFormat',
    code: 'INVALID_FORMAT',
    types: ['string'],
    message: 'must be a number format such as #,##0.00',
    schema: { examples: ['#,##0', '$0.00', '0%', '0.0a'] },
    test: (value) => typeof value === 'string' && parseNumberFormat(value) !== undefined,
  });
}
