import {
  applyModifications,
  type CaptionCue,
  type Checked,
  escapedPath,
  type FileToMeasure,
  FORMAT_LIMITS,
  foundDurations,
  isFilePath,
  type MeasuredLengths,
  type Origins,
  type PageCopy,
  pageCopies,
  newestVersions,
  parseCaptions,
  validateTemplate,
  withAddresses,
  withShared,
} from '#libs/template';
import { ASSUMED_S } from '#libs/document';
import { assetsOf, compile, type Timeline, withCaptions, withinHeight } from '#libs/timeline';
import type { PreviewRequest } from './protocol.js';

const DEFAULT_FPS = 24;

/** The timeline of a request, the way back to its document, and the files whose lengths it needs and that are not known. */
export interface TimedTimeline {
  readonly timeline: Timeline;
  readonly pages: readonly PageCopy[];
  readonly origins: Origins;
  /** Seconds of layers whose durations follow from their content, by their fields in the document. */
  readonly durations: Readonly<Record<string, number>>;
  readonly unmeasured: readonly FileToMeasure[];
}

/** The timeline of a request, made by the steps of a service and a renderer, or the faults that the API would report. */
export function timelineOf(
  { document, files, modifications, size, fps, maxHeight, brand, components }: PreviewRequest,
  measured: MeasuredLengths,
): Checked<TimedTimeline> {
  const addressed = files === undefined ? document : withAddresses(document, (text) => addressOf(text, files));
  const newest = newestVersions(addressed, { brand, components });
  const checked = validateTemplate(withShared(newest.document, newest.shared));
  if (!checked.ok) return checked;
  const applied = applyModifications(checked.value, modifications ?? {}, '', {
    ...FORMAT_LIMITS,
    size,
    measured,
    withExamples: true,
  });
  if (!applied.ok) return applied;
  const { value, origins, unmeasured } = applied;
  const whole = compile(value, { fps: fps ?? DEFAULT_FPS });
  const timeline = maxHeight === undefined ? whole : withinHeight(whole, maxHeight);
  const durations = foundDurations(checked.value, value, origins);
  return { ok: true, value: { timeline, pages: pageCopies(value, origins), origins, durations, unmeasured } };
}

function addressOf(text: string, files: string): string {
  return isFilePath(text) ? files + escapedPath(text) : text;
}

/** Fetches the words of caption layers. */
export async function withWords(timeline: Timeline, bytesOf: (url: string) => Promise<Uint8Array>): Promise<Timeline> {
  const words = new Map<string, readonly CaptionCue[]>();
  for (const { kind, url } of assetsOf(timeline)) {
    if (kind !== 'caption' || words.has(url)) continue;
    const parsed = await parseCaptions(new TextDecoder().decode(await bytesOf(url)));
    if (!parsed.ok) throw new Error(`${url}: ${parsed.reason}`);
    words.set(url, parsed.cues);
  }
  return withCaptions(timeline, (url) => words.get(url)!);
}

/** Differences between the preview of a timeline and its render. */
export function differencesOf({ timeline: { sounds, loudnessLufs }, unmeasured }: TimedTimeline): string[] {
  return [
    ...(unmeasured.length > 0 ? [`Files whose length is not known count as ${ASSUMED_S} s.`] : []),
    ...(sounds.some(({ speed = 1 }) => speed !== 1) ? ['Sound at another speed has another pitch.'] : []),
    ...(loudnessLufs !== undefined && sounds.length > 0 ? ['The sound keeps its loudness.'] : []),
  ];
}
