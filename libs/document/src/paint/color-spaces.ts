import {
  convertLabToLch,
  convertLchToLab,
  convertOklabToRgb,
  convertRgbToOklab,
  differenceHueChroma,
  modeRgb,
  parseOklab,
  parseOklch,
  useMode,
} from 'culori/fn';
import { type ColorOf, registerSpaces } from './register-spaces.js';

/**
 * Registers sRGB and the spaces into which every color is converted.
 *
 * @returns the conversion of any color into sRGB, without mapping it into the gamut
 */
export function useCssColors() {
  const rgb = useMode(modeRgb);
  registerSpaces({
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
  });
  return rgb;
}
