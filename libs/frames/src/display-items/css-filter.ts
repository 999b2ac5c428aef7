import type { Filters } from '#libs/timeline';

/** The filters in a canvas's syntax, for a drawing painted at `scale` device px per local px. */
export function cssFilter({ blur, brightness, contrast, saturation, hueRotate }: Filters, scale: number): string {
  return [
    blur > 0 && `blur(${decimal(blur * scale)}px)`,
    brightness !== 1 && `brightness(${decimal(brightness)})`,
    contrast !== 1 && `contrast(${decimal(contrast)})`,
    saturation !== 1 && `saturate(${decimal(saturation)})`,
    hueRotate !== 0 && `hue-rotate(${decimal(hueRotate)}deg)`,
  ]
    .filter((filter) => filter !== false)
    .join(' ');
}

/** A number without an exponent, which the canvas does not parse. */
function decimal(value: number): string {
  return value.toFixed(4);
}
