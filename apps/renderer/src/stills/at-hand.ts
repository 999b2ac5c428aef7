import type { AssetFiles } from '#libs/frames';
import type { Layer } from '#libs/template';
import { assetsOf, type AssetUse, type Timeline, withCaptions } from '#libs/timeline';
import type { AssetLibrary, JobAssets } from '../assets/asset-library.js';
import { RenderError } from '../render-error.js';

/** As much of a timeline as its assets allow to show. */
export interface AtHand {
  /** Without the layers and fonts whose files are missing, and with the words of its subtitle files. */
  timeline: Timeline;
  assets: AssetFiles;
  /** What is wrong with the missing ones, one sentence each. */
  complaints: string[];
}

/** Fetches what a timeline shows and does without what cannot be had, so that every fault is found at once. */
export async function whatIsAtHand(timeline: Timeline, library: AssetLibrary, signal: AbortSignal): Promise<AtHand> {
  const uses = assetsOf(timeline);
  const found = new Map<string, JobAssets>();
  const faults = new Map<string, string>();
  for (const use of uses) {
    const key = keyOf(use.kind, use.url);
    if (found.has(key)) continue;
    try {
      found.set(key, await library.gather([use], signal));
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      faults.set(use.path, error.message);
    }
  }
  const from = (kind: AssetUse['kind'], url: string): JobAssets => found.get(keyOf(kind, url))!;
  const assets: AssetFiles = {
    image: (url) => from('image', url).image(url),
    font: (url) => from('font', url).font(url),
    clip: (url) => from('video', url).clip(url),
    lottie: (url) => from('lottie', url).lottie(url),
  };
  const shown = withCaptions(without(timeline, faults), (url) => from('caption', url).cues(url));
  return { timeline: shown, assets, complaints: [...faults.values()] };
}

function keyOf(kind: AssetUse['kind'], url: string): string {
  return `${kind} ${url}`;
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
