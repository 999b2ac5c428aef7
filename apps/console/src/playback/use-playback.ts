import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Playback, PlaybackPlayer, type PlaybackState } from './playback-player.ts';

/** Plays into the element of `ref`. Pass the identical playback until it changes. @param lines of the picture, at most */
export function usePlayback(
  playback: Playback | undefined,
  lines: number,
): { ref: (element: HTMLElement | null) => void; state: PlaybackState; player: PlaybackPlayer } {
  const [player] = useState(() => new PlaybackPlayer());
  const [holder, ref] = useState<HTMLElement | null>(null);
  const state = useSyncExternalStore(player.store.subscribe, player.store.value);
  useEffect(() => (holder ? player.attach(holder) : undefined), [player, holder]);
  useEffect(() => (playback ? player.open(playback, lines) : undefined), [player, playback, lines]);
  return { ref, state, player };
}
