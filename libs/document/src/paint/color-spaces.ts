import {
  type Color,
  convertA98ToXyz65,
  convertHslToRgb,
  convertHwbToRgb,
  convertLabToLch,
  convertLabToRgb,
  convertLchToLab,
  convertLrgbToRgb,
  convertOklabToRgb,
  convertP3ToXyz65,
  convertProphotoToXyz50,
  convertRec2020ToXyz65,
  convertRgbToOklab,
  convertXyz50ToRgb,
  convertXyz65ToRgb,
  differenceHueChroma,
  interpolatorLinear,
  modeRgb,
  parseHsl,
  parseHslLegacy,
  parseHwb,
  parseLab,
  parseLch,
  parseOklab,
  parseOklch,
  type Rgb,
  useMode,
} from 'culori/fn';

type ColorOf<Mode> = Omit<Extract<Color, { mode: Mode }>, 'mode'>;

/** A color space of CSS as far as it is read. */
interface ColorSpace<Mode> {
  /** Names of the three channels, a letter each. */
  readonly channels: string;
  /** Parsers of its functions, or names within `color()`. */
  readonly syntax: readonly unknown[];
  readonly toRgb: (color: ColorOf<Mode>) => Rgb;
  /** Members that only the space of gamut mapping needs. */
  readonly mapping?: object;
}

type Spaces = {
  readonly [Mode in Exclude<Color['mode'], 'rgb'>]?: ColorSpace<Mode>;
};

const SPACES: Spaces = {
  hsl: { channels: 'hsl', syntax: [parseHsl, parseHslLegacy], toRgb: convertHslToRgb },
  hwb: { channels: 'hwb', syntax: [parseHwb], toRgb: convertHwbToRgb },
  lab: { channels: 'lab', syntax: [parseLab], toRgb: convertLabToRgb },
  lch: { channels: 'lch', syntax: [parseLch], toRgb: (color) => convertLabToRgb(convertLchToLab(color)) },
  oklab: { channels: 'lab', syntax: [parseOklab], toRgb: convertOklabToRgb },
  oklch: {
    channels: 'lch',
    syntax: [parseOklch],
    toRgb: (color) => convertOklabToRgb(convertLchToLab(color)),
    mapping: {
      fromMode: {
        rgb: (color: ColorOf<'rgb'>) => convertLabToLch(convertRgbToOklab(color), 'oklch'),
        oklab: (color: ColorOf<'oklab'>) => convertLabToLch(color, 'oklch'),
      },
      ranges: { l: [0, 1], c: [0, 0.4], h: [0, 360] },
      difference: { h: differenceHueChroma },
    },
  },
  lrgb: { channels: 'rgb', syntax: ['srgb-linear'], toRgb: convertLrgbToRgb },
  a98: { channels: 'rgb', syntax: ['a98-rgb'], toRgb: (color) => convertXyz65ToRgb(convertA98ToXyz65(color)) },
  p3: { channels: 'rgb', syntax: ['display-p3'], toRgb: (color) => convertXyz65ToRgb(convertP3ToXyz65(color)) },
  rec2020: { channels: 'rgb', syntax: ['rec2020'], toRgb: (color) => convertXyz65ToRgb(convertRec2020ToXyz65(color)) },
  prophoto: {
    channels: 'rgb',
    syntax: ['prophoto-rgb'],
    toRgb: (color) => convertXyz50ToRgb(convertProphotoToXyz50(color)),
  },
  xyz50: { channels: 'xyz', syntax: ['xyz-d50'], toRgb: convertXyz50ToRgb },
  xyz65: { channels: 'xyz', syntax: ['xyz', 'xyz-d65'], toRgb: convertXyz65ToRgb },
};

/**
 * Registers sRGB and {@link SPACES}. culori's own definitions of them also write colors, mix them and convert into every
 * space: 2 KB more in a browser.
 *
 * @returns the conversion of any color into sRGB, without mapping it into the gamut
 */
export function useCssColors() {
  const rgb = useMode(modeRgb);
  for (const [mode, { channels, syntax, toRgb, mapping }] of Object.entries(SPACES)) {
    const names = [...Array.from(channels), 'alpha'];
    const interpolate = Object.fromEntries(names.map((name) => [name, interpolatorLinear])); // demanded, never used
    useMode({ mode, channels: names, parse: syntax, toMode: { rgb: toRgb }, interpolate, ...mapping } as never);
  }
  return rgb;
}
