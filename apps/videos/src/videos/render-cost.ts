import { CUT_FROM_MS } from '#libs/drafts';

/**
 * Estimates of the cost of drawing a video, in CPU milliseconds of a slot: a fixed part for each attempt, and a part
 * for each frame. Both are learned from attempts of the same template.
 */

/** The facts that determine the cost of a frame: the version of the template, and the form of the file. */
export interface CostKey {
  templateId: string;
  templateVersion: number;
  format: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** The cost of an attempt, or of several on average. */
export interface CostSample extends CostKey {
  /** CPU milliseconds for each frame. */
  frameMs: number;
  /** CPU milliseconds of the attempt beside its frames. */
  fixedMs: number;
  renders: number;
}

/**
 * CPU milliseconds of an attempt of an unknown template, apart from its frames: fonts, assets, the check of the file.
 */
export const UNKNOWN_FIXED_MS = 500;

/** Estimated CPU milliseconds from which a step counts as long: only long ones are cut. */
export const LONG_MS = CUT_FROM_MS;

/** Weight of a new cost beside all earlier ones; the first ones of a template weigh more. */
export const LATEST_WEIGHT = 0.1;

/** A number of CPU milliseconds that no attempt takes. A larger measurement is a mistake. */
const MOST_MS = 7 * 24 * 60 * 60_000;

/** The cost of a successful attempt as a sample; null where its numbers cannot be right. */
export function sampleOf(
  key: CostKey,
  frames: number,
  cpuMs: { frames_ms: number; fixed_ms: number },
): CostSample | null {
  const { frames_ms, fixed_ms } = cpuMs;
  const isRight = frames > 0 && frames_ms > 0 && fixed_ms >= 0 && frames_ms + fixed_ms <= MOST_MS;
  return isRight ? { ...key, frameMs: frames_ms / frames, fixedMs: fixed_ms, renders: 1 } : null;
}

/** The mean of the samples of each key, in the order of keys, so that two writers lock rows in one order. */
export function meansOf(samples: readonly CostSample[]): CostSample[] {
  const groups = Map.groupBy(samples, nameOf);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group.reduce(merged));
}

function nameOf({ templateId, templateVersion, format, width, height }: CostKey): string {
  return [templateId, templateVersion, format, width, height].join(' ');
}

function merged(a: CostSample, b: CostSample): CostSample {
  const renders = a.renders + b.renders;
  const mean = (of: 'frameMs' | 'fixedMs') => (a[of] * a.renders + b[of] * b.renders) / renders;
  return { ...a, renders, frameMs: mean('frameMs'), fixedMs: mean('fixedMs') };
}

/**
 * The SQL of a video's estimate, whole milliseconds: by the costs of its own version and size, else by the latest ones of the
 * same template and format, for its own number of pixels, else what its document lets expect.
 *
 * @param video the alias of a row with template_id, template_version, format, width, height, frame_count and expected_ms
 */
export function estimateOf(video: string): string {
  const pixels = `${video}.width::float8 * ${video}.height`;
  return `least(2147483647, ceil(coalesce((
    SELECT fixed_ms + frame_ms * ${video}.frame_count * (${pixels}) / (known.width::float8 * known.height)
      FROM render_costs AS known WHERE known.template_id = ${video}.template_id AND known.format = ${video}.format
     ORDER BY (known.template_version, known.width, known.height)
              = (${video}.template_version, ${video}.width, ${video}.height) DESC, learned_at DESC LIMIT 1
  ), ${video}.expected_ms)))::int`;
}
