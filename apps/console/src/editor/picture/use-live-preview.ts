import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type JsonObject } from '#libs/document';
import type { SharedByOrganization } from '../draft/draft.ts';
import type { Loop } from '../model/editor-state.ts';
import { type Follower, LivePreview, type LiveState } from './live-preview.ts';
import type { Place } from './place.ts';

interface LiveMoment extends Follower, Place {
  readonly document: JsonObject;
  /** The brand and the components that the document uses of the organization. */
  readonly shared: SharedByOrganization | null;
  /** Lines of the picture, at most. */
  readonly lines: number;
  readonly isPlaying: boolean;
  /** The part of the page that is played again and again. */
  readonly loop: Loop | undefined;
  /** Stands before the paths of files that the document has in place of URLs. */
  readonly files: string | undefined;
}

/** Draws the document into a canvas in the element of `ref`. */
export function useLivePreview({
  document,
  shared,
  page,
  time,
  lines,
  isPlaying,
  loop,
  files,
  ...follower
}: LiveMoment): LiveState & {
  readonly ref: (element: HTMLElement | null) => void;
} {
  const [live] = useState(() => new LivePreview(files));
  const [holder, ref] = useState<HTMLElement | null>(null);
  const state = useSyncExternalStore(live.store.subscribe, live.store.value);
  const onPlayed = useEffectEvent(follower.onPlayed);
  const onStopped = useEffectEvent(follower.onStopped);
  const onPlaced = useEffectEvent(follower.onPlaced);
  const onStrips = useEffectEvent(follower.onStrips);
  const onLevels = useEffectEvent(follower.onLevels);
  useEffect(
    () =>
      live.follow({
        onPlayed: (place) => onPlayed(place),
        onStopped: () => onStopped(),
        onPlaced: (placed) => onPlaced(placed),
        onLevels: (levels) => onLevels(levels),
        onStrips: (strips) => onStrips(strips),
      }),
    [live],
  );
  useEffect(() => (holder ? live.attach(holder) : undefined), [live, holder]);
  // Before the document, because it is drawn at this time.
  useEffect(() => live.seek({ page, time }), [live, page, time]);
  useEffect(() => live.open(document, lines, shared), [live, document, lines, shared]);
  useEffect(() => live.repeat(loop && { page, time: loop.from, to: loop.to }), [live, loop, page]);
  useEffect(() => {
    if (!isPlaying) return;
    live.play();
    return () => live.pause();
  }, [live, isPlaying]);
  return { ...state, ref };
}
