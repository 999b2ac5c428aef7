/** Samples of one kind: luma, or one half of the color at half the size. */
export interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Samples from one line to the next, and the first one. */
  readonly stride: number;
  readonly offset: number;
}

/** A picture as a decoder gives it: luma, then the color. */
export type Planes = readonly [y: Plane, u: Plane, v: Plane];

/** The planes of decoded bytes. @throws Error for a format that is no 4:2:0 of 8 bits */
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
  throw new Error(`clips in the format ${format ?? 'of this browser'} cannot be drawn`);
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
export function turned(plane: Plane, degrees: 0 | 90 | 180 | 270): Plane {
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
