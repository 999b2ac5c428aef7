import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type JsonObject } from '#libs/document';
import { type Follower, LivePreview, type LiveState } from './live-preview.ts';

interface LiveMoment extends Follower {
  readonly document: JsonObject;
  /** Seconds of the video. */
  readonly time: number;
  /** Lines of the picture, at most. */
  readonly lines: number;
  readonly isPlaying: boolean;
}

/** Draws the document into a canvas in the element of `ref`. */
export function useLivePreview({ document, time, lines, isPlaying, onPlayed, onStopped }: LiveMoment): LiveState & {
  readonly ref: (element: HTMLElement | null) => void;
} {
  const [live] = useState(() => new LivePreview());
  const [holder, ref] = useState<HTMLElement | null>(null);
  const state = useSyncExternalStore(live.subscribe, live.state);
  const played = useEffectEvent(onPlayed);
  const stopped = useEffectEvent(onStopped);
  useEffect(() => live.follow({ onPlayed: (moment) => played(moment), onStopped: () => stopped() }), [live]);
  useEffect(() => (holder ? live.attach(holder) : undefined), [live, holder]);
  // The moment first: the document is drawn at it.
  useEffect(() => live.seek(time), [live, time]);
  useEffect(() => live.open(document, lines), [live, document, lines]);
  useEffect(() => {
    if (!isPlaying) return;
    live.play();
    return () => live.pause();
  }, [live, isPlaying]);
  return { ...state, ref };
}
