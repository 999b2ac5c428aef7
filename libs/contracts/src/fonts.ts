import { IsArray, IsIn, IsInt, IsString, Matches } from 'class-validator';
import { Nested, SHIPPED_FONTS } from '#libs/template';
import { IsIntegerIn } from './is-integer-in.js';
import { IsList } from './is-list.js';

const FONT_STYLES = ['normal', 'italic'] as const;

/** An axis of a variable font. Every value between its ends is drawn exactly. */
export class FontAxis {
  /** OpenType tag of the axis: `wght` is the weight. */
  @IsString()
  @Matches(/^[A-Za-z0-9]{4}$/)
  tag: string;

  /** The least value. */
  @IsInt()
  min: number;

  /** The greatest value. */
  @IsInt()
  max: number;
}

/** A font family that templates may use without providing a file. */
export class Font {
  /** The value of `font_family`; case does not matter. */
  @IsString()
  family: string;

  /** Weights of the family. Another requested weight draws the nearest one. */
  @IsList(0, 9)
  @IsIntegerIn(100, 900, { each: true })
  weights: number[];

  /** A family without `italic` is slanted if `italic` is requested. */
  @IsArray()
  @IsIn(FONT_STYLES, { each: true })
  styles: (typeof FONT_STYLES)[number][];

  /** ISO 15924 codes of the scripts that the family was made for. */
  @IsArray()
  @Matches(/^[A-Z][a-z]{3}$/, { each: true })
  scripts: string[];

  /** Axes of a variable font; empty for a family with a file for each weight. */
  @IsArray()
  @Nested(() => FontAxis, { each: true })
  variable_axes: FontAxis[];
}

/** The shipped font families. */
export class FontList {
  /** The default family is first. */
  @IsArray()
  @Nested(() => Font, { each: true })
  data: Font[];
}

/** The shipped font families as callers see them. */
export function shippedFontList(): FontList {
  const data = SHIPPED_FONTS.map(({ family, weights, styles, scripts, variableAxes }) => ({
    family,
    weights: [...weights],
    styles: [...styles],
    scripts: [...scripts],
    variable_axes: [...variableAxes],
  }));
  return { data };
}
