import { checkDigit, type CodeType } from '#libs/template';

/** The figures below the bars of a retail code, and the bars that reach down between them. In modules. */
export interface RetailFigures {
  readonly figures: readonly { readonly figure: string; readonly center: number }[];
  /** Whether the bar that begins at a column is a guard bar, or belongs to a figure beside the bars. */
  isLong(column: number): boolean;
}

/** Modules of a figure's bars, and the first column of each half. */
const FIGURE = 7;
const LEFT = 3;
const RIGHT = 50;
const COLUMNS = 95;

/** The distance of a figure beside the bars: its center to the next bar. */
const BESIDE = 5;

/**
 * The figures of an EAN-13 or a UPC-A as the GS1 General Specifications (5.2.1) place them. Undefined for other codes.
 *
 * @param text the digits, with or without the check digit
 */
export function retailFigures(codeType: CodeType, text: string): RetailFigures | undefined {
  if (codeType !== 'ean13' && codeType !== 'upca') return undefined;
  const length = codeType === 'ean13' ? 13 : 12;
  const digits = text.length < length ? `${text}${checkDigit(text)}` : text;
  const [first, ...others] = digits;
  const half = (figures: readonly string[], left: number) =>
    figures.map((figure, index) => ({ figure, center: left + (index + 0.5) * FIGURE }));
  if (codeType === 'ean13') {
    return {
      figures: [
        { figure: first!, center: -BESIDE },
        ...half(others.slice(0, 6), LEFT),
        ...half(others.slice(6), RIGHT),
      ],
      isLong: (column) => column < LEFT || (column >= 45 && column < RIGHT) || column >= COLUMNS - LEFT,
    };
  }
  return {
    figures: [
      { figure: first!, center: -BESIDE },
      ...half(others.slice(0, 5), LEFT + FIGURE),
      ...half(others.slice(5, 10), RIGHT),
      { figure: others[10]!, center: COLUMNS + BESIDE },
    ],
    isLong: (column) => column < LEFT + FIGURE || (column >= 45 && column < RIGHT) || column >= COLUMNS - LEFT - FIGURE,
  };
}
