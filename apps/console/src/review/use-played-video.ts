import { useRef, useState } from 'react';

/** A place in the picture: fractions of its width and height. */
export interface Place {
  x: number;
  y: number;
}

/** A video that is reviewed, and the moment and place that the next comment is about. */
export interface PlayedVideo {
  /** The `ref` of the video element. */
  attach: (video: HTMLVideoElement | null) => void;
  /** The shown moment, seconds. */
  at: number;
  isPlaying: boolean;
  place: Place | undefined;
  /** Pauses and shows a moment, with the place of a comment about it. */
  show: (at: number, place?: Place) => void;
  point: (place: Place | undefined) => void;
  toggle: () => void;
  pause: () => void;
  mute: (isMuted: boolean) => void;
  /** Fills the screen with the video, which has the browser's controls there. */
  fillScreen: () => void;
  /** Handlers of the video element. */
  events: Record<'onTimeUpdate' | 'onSeeked' | 'onPlay' | 'onPause', () => void>;
}

export function usePlayedVideo(): PlayedVideo {
  const element = useRef<HTMLVideoElement>(null);
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [place, point] = useState<Place>();
  const read = () => setAt(element.current?.currentTime ?? 0);
  return {
    attach: (video) => void (element.current = video),
    at,
    isPlaying,
    place,
    point,
    show: (moment, shown) => {
      const video = element.current;
      if (video) {
        video.pause();
        video.currentTime = moment;
      }
      setAt(moment);
      point(shown);
    },
    toggle: () => {
      const video = element.current;
      if (video?.paused === false) video.pause();
      else void video?.play().catch(() => undefined); // paused again, or there is no file any more
    },
    pause: () => element.current?.pause(),
    mute: (isMuted) => {
      if (element.current) element.current.muted = isMuted;
    },
    fillScreen: () => void (element.current && fillScreenWith(element.current)),
    events: {
      onTimeUpdate: read,
      onSeeked: read,
      onPlay: () => {
        setPlaying(true);
        point(undefined);
      },
      onPause: () => setPlaying(false),
    },
  };
}

async function fillScreenWith(video: HTMLVideoElement): Promise<void> {
  try {
    await video.requestFullscreen();
  } catch {
    return; // a browser may refuse, or have none
  }
  video.controls = true;
  document.addEventListener('fullscreenchange', () => (video.controls = false), { once: true });
}
