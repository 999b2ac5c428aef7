import {
  convertA98ToXyz65,
  convertHslToRgb,
  convertHwbToRgb,
  convertLabToRgb,
  convertLchToLab,
  convertLrgbToRgb,
  convertP3ToXyz65,
  convertProphotoToXyz50,
  convertRec2020ToXyz65,
  convertXyz50ToRgb,
  convertXyz65ToRgb,
  parseHsl,
  parseHslLegacy,
  parseHwb,
  parseLab,
  parseLch,
} from 'culori/fn';
import { registerSpaces } from './register-spaces.js';

let isRegistered = false;

/** Registers the spaces that few colors are of: a preview loads them with the first one. */
export function useRareColors(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerSpaces({
    hsl: { channels: 'hsl', syntax: [parseHsl, parseHslLegacy], toRgb: convertHslToRgb },
    hwb: { channels: 'hwb', syntax: [parseHwb], toRgb: convertHwbToRgb },
    lab: { channels: 'lab', syntax: [parseLab], toRgb: convertLabToRgb },
    lch: { channels: 'lch', syntax: [parseLch], toRgb: (color) => convertLabToRgb(convertLchToLab(color)) },
    lrgb: { channels: 'rgb', syntax: ['srgb-linear'], toRgb: convertLrgbToRgb },
    a98: { channels: 'rgb', syntax: ['a98-rgb'], toRgb: (color) => convertXyz65ToRgb(convertA98ToXyz65(color)) },
    p3: { channels: 'rgb', syntax: ['display-p3'], toRgb: (color) => convertXyz65ToRgb(convertP3ToXyz65(color)) },
    rec2020: {
      channels: 'rgb',
      syntax: ['rec2020'],
      toRgb: (color) => convertXyz65ToRgb(convertRec2020ToXyz65(color)),
    },
    prophoto: {
      channels: 'rgb',
      syntax: ['prophoto-rgb'],
      toRgb: (color) => convertXyz50ToRgb(convertProphotoToXyz50(color)),
    },
    xyz50: { channels: 'xyz', syntax: ['xyz-d50'], toRgb: convertXyz50ToRgb },
    xyz65: { channels: 'xyz', syntax: ['xyz', 'xyz-d65'], toRgb: convertXyz65ToRgb },
  });
}
