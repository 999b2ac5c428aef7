/** Frames that the coarse search averages into one. */
const COARSE = 4;
/** Most by which an offset counts less than the preferred one, as a correlation: for the farthest. */
const PREFERENCE = 0.2;

/**
 * Finds where `region` continues `pattern` best: the offset with the largest normalized correlation. Offsets near
 * `preferred` count slightly more, and one is chosen if nothing correlates, as in silence.
 *
 * @param region longer than or as long as `pattern`
 * @param preferred 0 ≤ preferred ≤ region.length − pattern.length
 */
export function bestMatch(pattern: Float32Array, region: Float32Array, preferred: number): number {
  const offsets = region.length - pattern.length;
  const coarse = search(averaged(pattern), averaged(region), {
    from: 0,
    to: Math.floor(offsets / COARSE),
    preferred: preferred / COARSE,
  });
  const near = coarse * COARSE;
  return search(pattern, region, {
    from: Math.max(0, near - COARSE),
    to: Math.min(offsets, near + COARSE),
    preferred,
  });
}

/** The offsets to try, `[from, to]`. */
interface Offsets {
  from: number;
  to: number;
  preferred: number;
}

function search(pattern: Float32Array, region: Float32Array, { from, to, preferred }: Offsets): number {
  const reach = Math.max(1, region.length - pattern.length);
  const limit = Math.min(to, region.length - pattern.length);
  let best = { offset: from, score: -Infinity };
  for (let offset = from; offset <= limit; offset++) {
    const distance = (offset - preferred) / reach;
    const score = correlation(pattern, region, offset) - PREFERENCE * distance * distance;
    if (score > best.score) best = { offset, score };
  }
  return best.offset;
}

/** Normalized: 1 for equal shapes, 0 for silence. */
function correlation(pattern: Float32Array, region: Float32Array, offset: number): number {
  let [product, ofPattern, ofRegion] = [0, 0, 0];
  for (let index = 0; index < pattern.length; index++) {
    const [a, b] = [pattern[index]!, region[offset + index]!];
    product += a * b;
    ofPattern += a * a;
    ofRegion += b * b;
  }
  return product / Math.sqrt(ofPattern * ofRegion + 1e-12);
}

function averaged(samples: Float32Array): Float32Array {
  const result = new Float32Array(Math.floor(samples.length / COARSE));
  for (let index = 0; index < result.length; index++) {
    let total = 0;
    for (let inside = 0; inside < COARSE; inside++) total += samples[index * COARSE + inside]!;
    result[index] = total / COARSE;
  }
  return result;
}
