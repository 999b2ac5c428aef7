import styles from './film.module.css';
import type { Film } from './film-player.ts';
import { useFilm } from './use-film.ts';

/** A film without sound and buttons, as large as its place. */
export function SilentFilm({ film, lines }: { film: Film; lines: number }) {
  const { ref, state } = useFilm(film, { lines, isMuted: true });
  return <span ref={ref} className={styles.silent} data-playing={state.opened !== undefined} aria-hidden="true" />;
}
