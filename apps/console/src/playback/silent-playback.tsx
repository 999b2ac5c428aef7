import styles from './playback.module.css';
import type { Playback } from './playback-player.ts';
import { usePlayback } from './use-playback.ts';

/** A playback without sound and buttons, as large as its place. */
export function SilentPlayback({ playback, lines }: { playback: Playback; lines: number }) {
  const { ref, state } = usePlayback(playback, lines);
  return <span ref={ref} className={styles.silent} data-playing={state.opened !== undefined} aria-hidden="true" />;
}
