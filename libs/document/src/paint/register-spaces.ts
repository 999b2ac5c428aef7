import { type Color, interpolatorLinear, type Rgb, useMode } from 'culori/fn';

export type ColorOf<Mode> = Omit<Extract<Color, { mode: Mode }>, 'mode'>;

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

export type Spaces = {
  readonly [Mode in Exclude<Color['mode'], 'rgb'>]?: ColorSpace<Mode>;
};

/** Registers spaces. culori's own definitions of them also write colors, mix them and convert into every space. */
export function registerSpaces(spaces: Spaces): void {
  for (const [mode, { channels, syntax, toRgb, mapping }] of Object.entries(spaces)) {
    const names = [...Array.from(channels), 'alpha'];
    const interpolate = Object.fromEntries(names.map((name) => [name, interpolatorLinear])); // demanded, never used
    useMode({ mode, channels: names, parse: syntax, toMode: { rgb: toRgb }, interpolate, ...mapping } as never);
  }
}
