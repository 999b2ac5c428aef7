import type { AssetFiles } from '#libs/frames';
import type { Layer } from '#libs/template';
import { assetsOf, type AssetUse, type Timeline, withCaptions } from '#libs/timeline';
import type { AssetLibrary } from '../assets/asset-library.js';
import { RenderError } from '../render-error.js';

/** As much of a timeline as its assets allow to show. */
export interface AtHand {
  /** Without the layers and fonts whose files are missing, and with the words of its subtitle files. */
  timeline: Timeline;
  assets: AssetFiles;
  /** What is wrong with the missing ones, one sentence each. */
  complaints: string[];
}

/** How long files are waited for, ms: what has come by then is looked at. */
const PATIENCE_MS = 4_000;

/**
 * Fetches what a timeline shows and sounds like, and does without what cannot be had, so that every fault is found at once.
 *
 * @throws the signal's reason after an abort
 */
export async function whatIsAtHand(timeline: Timeline, library: AssetLibrary, signal: AbortSignal): Promise<AtHand> {
  const uses = assetsOf(timeline);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const failures: { use: AssetUse; error: unknown }[] = [];
  const either = AbortSignal.any([signal, patience]);
  const assets = await library.gatherSome(uses, either, (use, error) => failures.push({ use, error }));
  signal.throwIfAborted();
  const faults = new Map<string, string>();
  for (const use of uses) {
    const failed = failures.find((each) => each.use.kind === use.kind && each.use.url === use.url);
    if (failed) faults.set(use.path, complaint(failed.error, { named: failed.use, use, isLate: patience.aborted }));
  }
  const shown = withCaptions(without(timeline, faults), (url) => assets.cues(url));
  return { timeline: shown, assets, complaints: [...faults.values()] };
}

/** @param named the use of the same file that the error speaks of */
function complaint(
  error: unknown,
  { named, use, isLate }: { named: AssetUse; use: AssetUse; isLate: boolean },
): string {
  if (error instanceof RenderError) return error.message.replace(named.path, () => use.path);
  if (!isLate) throw error;
  return `${use.path}: the ${use.kind} did not come within ${PATIENCE_MS / 1_000} s and was not looked at`;
}

/** The timeline with the named layers hidden and the named fonts left out. */
function without(timeline: Timeline, paths: ReadonlyMap<string, unknown>): Timeline {
  const hide = (layers: readonly Layer[], parent: string): Layer[] =>
    layers.map((layer, index) => {
      const key = `${parent}.layers[${index}]`;
      if (paths.has(`${key} "${layer.name}"`)) return Object.assign({}, layer, { visible: false });
      return layer.type === 'group' ? Object.assign({}, layer, { layers: hide(layer.layers, key) }) : layer;
    });
  return {
    ...timeline,
    fonts: timeline.fonts.filter(({ path }) => !paths.has(path)),
    pages: timeline.pages.map((page) => ({ ...page, layers: hide(page.layers, page.key) })),
  };
}
