import { type AudioTrack, plainSeconds, type Resolved, type TemplateDocument } from '#libs/template';
import { shownLayers, type ShownLayer } from './shown-layers.js';
import type { Sound, TimelinePage } from './timeline.js';

/**
 * Duration of the fade of a sound that is cut off, s: short enough to sound like an end, long enough to avoid a click.
 */
const CUT_FADE_S = 0.25;

interface Span {
  fps: number;
  /** Frames of the video. */
  frameCount: number;
}

/**
 * Every source of the mix: the tracks of the document, the sound of the request, those of the pages, and footage that
 * is not muted (docs/template/sound.md).
 */
export function soundsOf(
  document: Resolved<TemplateDocument>,
  pages: readonly TimelinePage[],
  { audioUrl, ...span }: Span & { audioUrl?: string },
): Sound[] {
  const tracks = document.audio.map((track, index) => trackSound(track, `audio[${index}]`, span));
  const bed =
    audioUrl === undefined ? [] : [{ ...plain(audioUrl, 'audio_url', 0, span.frameCount), role: 'bed' as const }];
  const ofPages = document.pages.flatMap(({ pageAudioUrl: url }, index) => {
    const page = pages[index]!;
    if (url === undefined) return [];
    return [{ ...plain(url, `${page.key}.page_audio_url`, page.fromFrame, page.toFrame), role: 'page' as const }];
  });
  const ofFootage = pages.flatMap((page) => [...shownLayers(page, span.fps)].flatMap(footageSound));
  return [...tracks, ...bed, ...ofPages, ...ofFootage]
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

function trackSound(track: Resolved<AudioTrack>, path: string, { fps, frameCount }: Span): Sound {
  const fromFrame = Math.round(track.start * fps);
  const { trimStart: trimStartS, trimEnd: trimEndS } = track;
  const length = trimEndS === undefined || track.loop ? Infinity : Math.round((trimEndS - trimStartS) * fps);
  const wanted = track.duration === undefined ? Infinity : Math.round(plainSeconds(track.duration) * fps);
  const toFrame = Math.min(frameCount, fromFrame + Math.max(1, Math.min(length, wanted)));
  return {
    ...plain(track.sourceUrl, path, fromFrame, toFrame),
    trimStartS,
    ...(trimEndS !== undefined && { trimEndS }),
    volume: track.volume,
    fadeInS: track.fadeIn,
    fadeOutS: track.fadeOut,
    loop: track.loop,
    role: track.duck ? 'bed' : 'other',
  };
}

/** The sound of footage. It has no default fade: the mix fades it if it is cut off. */
function footageSound({ layer, path, fromFrame, toFrame }: ShownLayer): Sound[] {
  if (layer.type !== 'video' || layer.mute) return [];
  const volumeKeyframes = layer.keyframes?.['volume'] as Sound['volumeKeyframes'];
  return [
    {
      ...plain(layer.sourceUrl, path, fromFrame, toFrame),
      trimStartS: layer.trimStart,
      ...(layer.trimEnd !== undefined && { trimEndS: layer.trimEnd }),
      volume: layer.volume,
      ...(volumeKeyframes && { volumeKeyframes }),
      fadeInS: layer.fadeIn,
      fadeOutS: layer.fadeOut,
      loop: layer.loop,
      speed: layer.speed,
      isOfFootage: true,
      role: 'other',
    },
  ];
}

/** Shortens fades in proportion if they do not fit. */
function withFittingFades(sound: Sound, fps: number): Sound {
  const lengthS = (sound.toFrame - sound.fromFrame) / fps;
  const wanted = sound.fadeInS + sound.fadeOutS;
  if (wanted <= lengthS) return sound;
  const shrink = lengthS / wanted;
  return { ...sound, fadeInS: sound.fadeInS * shrink, fadeOutS: sound.fadeOutS * shrink };
}
