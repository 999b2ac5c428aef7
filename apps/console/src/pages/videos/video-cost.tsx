import type { ListedVideo } from '../../api/videos.ts';
import styles from './video-list.module.css';
import { videoCost } from './video-words.ts';

/** The credits that a video has cost; muted where there are none. */
export function Cost({ video }: { video: ListedVideo }) {
  const isPaid = !video.test && (video.status === 'COMPLETED' || video.status === 'PROCESSING');
  return <span className={isPaid ? undefined : styles.cost}>{videoCost(video)}</span>;
}
