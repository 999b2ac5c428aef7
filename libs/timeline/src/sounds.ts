import type { AudioTrack, TemplateDocument } from '#libs/template';
import { shownLayers, type ShownLayer } from './shown-layers.js';
import type { Sound, TimelinePage } from './timeline.js';

/** Short enough to be heard as an end, long enough not to click, where a sound is cut before it is over. */
const CUT_FADE_S = 0.25;

interface Span {
  fps: number;
  /** Frames of the video. */
  frameCount: number;
}

/** Every source of the mix: the document's tracks, the request's bed, the pages' own, clips that are not mute (TEMPLATE.md § Sound). */
export function soundsOf(
  document: TemplateDocument,
  pages: readonly TimelinePage[],
  { audioUrl, ...span }: Span & { audioUrl?: string },
): Sound[] {
  const tracks = (document.audio ?? []).map((track, index) => trackSound(track, `audio[${index}]`, span));
  const bed =
    audioUrl === undefined ? [] : [{ ...plain(audioUrl, 'audio_url', 0, span.frameCount), role: 'bed' as const }];
  const ofPages = document.pages.flatMap(({ page_audio_url: url }, index) => {
    const page = pages[index]!;
    if (url === undefined) return [];
    return [{ ...plain(url, `${page.key}.page_audio_url`, page.fromFrame, page.toFrame), role: 'page' as const }];
  });
  const ofClips = pages.flatMap((page) => [...shownLayers(page, span.fps)].flatMap(clipSound));
  return [...tracks, ...bed, ...ofPages, ...ofClips]
    .filter((sound) => sound.toFrame > sound.fromFrame)
    .map((sound) => withFittingFades(sound, span.fps));
}

function plain(sourceUrl: string, path: string, fromFrame: number, toFrame: number): Omit<Sound, 'role'> {
  return {
    sourceUrl,
    path,
    fromFrame,
    toFrame,
    trimStartS: 0,
    volume: 1,
    fadeInS: 0,
    fadeOutS: CUT_FADE_S,
    loop: false,
  };
}

function trackSound(track: AudioTrack, path: string, { fps, frameCount }: Span): Sound {
  const fromFrame = Math.round((track.start ?? 0) * fps);
  const trimStartS = track.trim_start ?? 0;
  const length = track.trim_end === undefined ? Infinity : Math.round((track.trim_end - trimStartS) * fps);
  const toFrame = Math.min(frameCount, track.loop ? frameCount : fromFrame + Math.max(1, length));
  return {
    ...plain(track.source_url, path, fromFrame, toFrame),
    trimStartS,
    ...(track.trim_end !== undefined && { trimEndS: track.trim_end }),
    volume: track.volume ?? 1,
    fadeInS: track.fade_in ?? 0,
    fadeOutS: track.fade_out ?? CUT_FADE_S,
    loop: track.loop ?? false,
    role: track.duck ? 'bed' : 'clip',
  };
}

/** A clip that is cut short is faded where the mix finds it cut, so it has no fade of its own unless it asks for one. */
function clipSound({ layer, path, fromFrame, toFrame }: ShownLayer): Sound[] {
  if (layer.type !== 'video' || layer.mute) return [];
  return [
    {
      ...plain(layer.source_url, path, fromFrame, toFrame),
      trimStartS: layer.trim_start ?? 0,
      ...(layer.trim_end !== undefined && { trimEndS: layer.trim_end }),
      volume: layer.volume ?? 1,
      ...(layer.keyframes?.volume && { volumeKeyframes: layer.keyframes.volume }),
      fadeInS: layer.fade_in ?? 0,
      fadeOutS: layer.fade_out ?? 0,
      loop: layer.loop ?? false,
      speed: layer.speed ?? 1,
      isOfClip: true,
      role: 'clip',
    },
  ];
}

/** Fades that do not fit shrink in proportion. */
function withFittingFades(sound: Sound, fps: number): Sound {
  const lengthS = (sound.toFrame - sound.fromFrame) / fps;
  const wanted = sound.fadeInS + sound.fadeOutS;
  if (wanted <= lengthS) return sound;
  const shrink = lengthS / wanted;
  return { ...sound, fadeInS: sound.fadeInS * shrink, fadeOutS: sound.fadeOutS * shrink };
}
