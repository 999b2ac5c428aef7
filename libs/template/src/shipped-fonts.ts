/** A font family that templates may use without providing a file. */
export interface ShippedFont {
  readonly family: string;
  /** 100 to 900. Another requested weight draws the nearest of these. */
  readonly weights: readonly number[];
  readonly styles: readonly ('normal' | 'italic')[];
  /** ISO 15924 codes of the scripts that the family was made for. */
  readonly scripts: readonly string[];
  /** Axes of a variable font. Every weight between `min` and `max` is drawn exactly. */
  readonly variableAxes: readonly { readonly tag: string; readonly min: number; readonly max: number }[];
}

type Style = ShippedFont['styles'][number];
type Range = readonly [min: number, max: number];

const UPRIGHT: readonly Style[] = ['normal'];
const BOTH: readonly Style[] = ['normal', 'italic'];

/** Every shipped family; a spec of libs/frames compares the list with the files. */
export const SHIPPED_FONTS: readonly ShippedFont[] = [
  fixed('Inter', { range: [100, 900], styles: BOTH, scripts: ['Latn', 'Cyrl', 'Grek'] }),
  fixed('Roboto', { range: [100, 900], styles: BOTH, scripts: ['Latn', 'Cyrl', 'Grek'] }),
  fixed('Playfair Display', { range: [400, 900], styles: BOTH, scripts: ['Latn', 'Cyrl'] }),
  fixed('Noto Sans', { range: [100, 900], styles: BOTH, scripts: ['Latn', 'Cyrl', 'Grek', 'Deva'] }),
  {
    family: 'DejaVu Sans',
    weights: [400, 700],
    styles: BOTH,
    scripts: ['Latn', 'Cyrl', 'Grek', 'Geor', 'Armn', 'Tfng', 'Nkoo'],
    variableAxes: [],
  },
  { ...variable('Roboto Mono', [100, 700], ['Latn', 'Cyrl', 'Grek']), styles: BOTH },
  fixed('Noto Color Emoji', { range: [400, 400], styles: UPRIGHT, scripts: ['Zsye'] }),
  fixed('Noto Sans Math', { range: [400, 400], styles: UPRIGHT, scripts: ['Zmth'] }),
  fixed('Noto Sans Symbols 2', { range: [400, 400], styles: UPRIGHT, scripts: ['Latn', 'Brai', 'Zsym'] }),
  variable('Noto Sans Symbols', [100, 900], ['Latn', 'Zsym']),
  variable('Noto Sans Arabic', [100, 900], ['Latn', 'Arab']),
  variable('Noto Sans Hebrew', [100, 900], ['Latn', 'Hebr']),
  variable('Noto Sans Devanagari', [100, 900], ['Latn', 'Deva']),
  variable('Noto Sans Bengali', [100, 900], ['Latn', 'Beng']),
  variable('Noto Sans Gujarati', [100, 900], ['Latn', 'Gujr']),
  variable('Noto Sans Gurmukhi', [100, 900], ['Latn', 'Guru']),
  variable('Noto Sans Kannada', [100, 900], ['Latn', 'Knda']),
  variable('Noto Sans Malayalam', [100, 900], ['Latn', 'Mlym']),
  variable('Noto Sans Oriya', [100, 900], ['Latn', 'Orya']),
  variable('Noto Sans Tamil', [100, 900], ['Latn', 'Taml']),
  variable('Noto Sans Telugu', [100, 900], ['Latn', 'Telu']),
  variable('Noto Sans Sinhala', [100, 900], ['Latn', 'Sinh']),
  variable('Noto Sans Thai', [100, 900], ['Latn', 'Thai']),
  variable('Noto Sans Khmer', [100, 900], ['Latn', 'Khmr']),
  variable('Noto Sans Lao', [100, 900], ['Latn', 'Laoo']),
  variable('Noto Sans Myanmar', [100, 900], ['Latn', 'Mymr']),
  variable('Noto Sans Georgian', [100, 900], ['Latn', 'Geor']),
  variable('Noto Sans Armenian', [100, 900], ['Latn', 'Armn']),
  variable('Noto Sans Ethiopic', [100, 900], ['Latn', 'Ethi']),
  variable('Noto Sans Javanese', [400, 700], ['Latn', 'Java']),
  variable('Noto Sans JP', [100, 900], ['Jpan']),
  variable('Noto Sans KR', [100, 900], ['Kore']),
  variable('Noto Sans SC', [100, 900], ['Hans']),
  variable('Noto Sans TC', [100, 900], ['Hant']),
];

/** A family with one file for each hundred of its weights. */
function fixed(
  family: string,
  { range, styles, scripts }: { range: Range; styles: readonly Style[]; scripts: readonly string[] },
): ShippedFont {
  return { family, weights: hundreds(range), styles, scripts, variableAxes: [] };
}

/** An upright family with one font for all its weights. */
function variable(family: string, range: Range, scripts: readonly string[]): ShippedFont {
  const [min, max] = range;
  return { family, weights: hundreds(range), styles: UPRIGHT, scripts, variableAxes: [{ tag: 'wght', min, max }] };
}

function hundreds([min, max]: Range): number[] {
  return Array.from({ length: (max - min) / 100 + 1 }, (_, index) => min + index * 100);
}
