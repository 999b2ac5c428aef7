import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Playback, PlaybackPlayer, type PlaybackState } from './playback-player.ts';

interface UsePlaybackOptions {
  /** Lines of the picture, at most. */
  lines: number;
  isMuted: boolean;
}

/** Plays a playback into the element of `ref`. Pass the identical playback until it changes. */
export function usePlayback(
  playback: Playback | undefined,
  { lines, isMuted }: UsePlaybackOptions,
): { ref: (element: HTMLElement | null) => void; state: PlaybackState; player: PlaybackPlayer } {
  const [player] = useState(() => new PlaybackPlayer({ isMuted }));
  const [holder, ref] = useState<HTMLElement | null>(null);
  const state = useSyncExternalStore(player.subscribe, player.state);
  useEffect(() => (holder ? player.attach(holder) : undefined), [player, holder]);
  useEffect(() => (playback ? player.open(playback, lines) : undefined), [player, playback, lines]);
  return { ref, state, player };
}
