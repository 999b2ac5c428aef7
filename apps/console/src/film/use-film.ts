import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Film, FilmPlayer, type FilmState } from './film-player.ts';

interface UseFilmOptions {
  /** Lines of the picture, at most. */
  lines: number;
  isMuted: boolean;
}

/** Plays a film into the element of `ref`. Pass the identical film until it changes. */
export function useFilm(
  film: Film | undefined,
  { lines, isMuted }: UseFilmOptions,
): { ref: (element: HTMLElement | null) => void; state: FilmState; player: FilmPlayer } {
  const [player] = useState(() => new FilmPlayer({ isMuted }));
  const [holder, ref] = useState<HTMLElement | null>(null);
  const state = useSyncExternalStore(player.subscribe, player.state);
  useEffect(() => (holder ? player.attach(holder) : undefined), [player, holder]);
  useEffect(() => (film ? player.open(film, lines) : undefined), [player, film, lines]);
  return { ref, state, player };
}
