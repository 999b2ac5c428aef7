import { lowerThird } from './clip-documents.ts';
import type { Design } from './layers.ts';
import { realEstate } from './picture-documents.ts';

/** Properties of the documents below that are pixels. */
const LENGTHS = ['x', 'y', 'width', 'height', 'font_size', 'border_radius', 'distance'];

/** The first two rooms at 3840×2160. */
export function realEstate4K(): Design {
  const { pages, ...size } = realEstate();
  return enlarged({ ...size, pages: pages.slice(0, 2) }, 2);
}

/** Footage under a lower third at 3840×2160. */
export function lowerThird4K(): Design {
  return enlarged(lowerThird(), 3);
}

function enlarged(design: Design, factor: number): Design {
  const scaled = (value: unknown, isLength: boolean): unknown => {
    if (typeof value === 'number') return isLength ? value * factor : value;
    if (Array.isArray(value)) return value.map((each) => scaled(each, isLength));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => {
      // The value of a keyframe is what its property is.
      return [name, scaled(each, LENGTHS.includes(name) || (isLength && name === 'value'))];
    });
    return Object.fromEntries(entries) as unknown;
  };
  return scaled(design, false) as Design;
}
