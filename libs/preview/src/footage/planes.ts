/** Samples of one kind: luma, or one of the two color differences at half the size. */
export interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Distance of two lines in samples, and the index of the first sample. */
  readonly stride: number;
  readonly offset: number;
}

type Size = Pick<Plane, 'width' | 'height'>;

/** A picture as a decoder gives it: luma, then the color. */
export type Planes = readonly [y: Plane, u: Plane, v: Plane];

const RGB = /^(?:RGB|BGR)[AX]$/;

/** Whether a decoder gives RGB, as Firefox's do: it has converted the colors of the file itself. */
export function isRgb(format: string | null): boolean {
  return RGB.test(format ?? '');
}

/**
 * The planes of decoded bytes, those of RGB in BT.709 of limited range.
 *
 * @throws Error for a format that is neither RGB nor 4:2:0 of 8 bits
 */
export function planesOf(
  data: Uint8Array,
  { format, width, height }: { readonly format: string | null; readonly width: number; readonly height: number },
  layout: readonly { readonly offset: number; readonly stride: number }[],
): Planes {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const y = { data, width, height, ...layout[0]! };
  if (format === 'I420' || format === 'I420A') {
    return [y, { data, ...half, ...layout[1]! }, { data, ...half, ...layout[2]! }];
  }
  if (format === 'NV12') return [y, everySecond(data, half, layout[1]!, 0), everySecond(data, half, layout[1]!, 1)];
  if (isRgb(format)) return fromRgb(y, half, format!.startsWith('BGR') ? 2 : 0);
  throw new Error(`footage in the format ${format ?? 'of this browser'} cannot be drawn`);
}

/** @param red which of the four bytes of a pixel is its red: 0 or 2 */
function fromRgb({ data, width, height, stride, offset }: Plane, half: Size, red: 0 | 2): Planes {
  const y = new Uint8Array(width * height);
  const [u, v] = [new Uint8Array(half.width * half.height), new Uint8Array(half.width * half.height)];
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const at = offset + row * stride + 4 * x;
      y[row * width + x] = 16.5 + lumaOf(data[at + red]!, data[at + 1]!, data[at + 2 - red]!);
    }
  }
  for (let row = 0; row < half.height; row++) {
    for (let x = 0; x < half.width; x++) {
      const mean = (channel: number): number => {
        const [left, right] = [2 * x, Math.min(2 * x + 1, width - 1)];
        const lines = [2 * row, Math.min(2 * row + 1, height - 1)].map((line) => offset + line * stride + channel);
        return lines.reduce((sum, line) => sum + data[line + 4 * left]! + data[line + 4 * right]!, 0) / 4;
      };
      const [r, g, b] = [mean(red), mean(1), mean(2 - red)];
      const luma = lumaOf(r, g, b);
      u[row * half.width + x] = 128.5 + (COLOR * b - luma * (224 / 219)) / 1.8556;
      v[row * half.width + x] = 128.5 + (COLOR * r - luma * (224 / 219)) / 1.5748;
    }
  }
  const plane = (samples: Uint8Array, size: Size): Plane => ({ data: samples, ...size, stride: size.width, offset: 0 });
  return [plane(y, { width, height }), plane(u, half), plane(v, half)];
}

const COLOR = 224 / 255;

/** Luma of BT.709 in limited range, 0 to 219. */
function lumaOf(red: number, green: number, blue: number): number {
  return (219 / 255) * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
}

function everySecond(
  data: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { offset, stride }: { readonly offset: number; readonly stride: number },
  first: 0 | 1,
): Plane {
  const own = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = offset + y * stride + first;
    for (let x = 0; x < width; x++) own[y * width + x] = data[from + 2 * x]!;
  }
  return { data: own, width, height, stride: width, offset: 0 };
}

/** A plane turned clockwise. */
export function turnedPlane(plane: Plane, degrees: 0 | 90 | 180 | 270): Plane {
  if (degrees === 0) return plane;
  const { data, width, height, stride, offset } = plane;
  const isOnItsSide = degrees !== 180;
  const [across, down] = isOnItsSide ? [height, width] : [width, height];
  const own = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const [fromX, fromY] =
        degrees === 90 ? [y, height - 1 - x] : degrees === 180 ? [width - 1 - x, height - 1 - y] : [width - 1 - y, x];
      own[y * across + x] = data[offset + fromY * stride + fromX]!;
    }
  }
  return { data: own, width: across, height: down, stride: across, offset: 0 };
}

/** The part of a plane in a rectangle of samples, which is cut to the plane. */
export function cropped(
  plane: Plane,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Plane {
  const [left, top] = [Math.min(x, plane.width - 1), Math.min(y, plane.height - 1)];
  return {
    ...plane,
    width: Math.max(1, Math.min(width, plane.width - left)),
    height: Math.max(1, Math.min(height, plane.height - top)),
    offset: plane.offset + top * plane.stride + left,
  };
}
