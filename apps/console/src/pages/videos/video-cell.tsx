import { Link } from '@tanstack/react-router';
import { type ListedVideo, videoTitle } from '../../api/videos.ts';
import { rowTitle } from '../../ui/table.tsx';
import styles from './video-list.module.css';
import { VideoThumb } from './video-thumb.tsx';
import { videoOrigin } from './video-words.ts';

/** A video in a row: its poster, its name, where it comes from or why it failed. */
export function VideoCell({ video }: { video: ListedVideo }) {
  const open = { to: '/videos/$id', params: { id: video.id } } as const;
  const origin = videoOrigin(video);
  return (
    <div className={styles.cell}>
      <Link {...open} tabIndex={-1} aria-hidden="true">
        <VideoThumb video={video} size="row" />
      </Link>
      <div className={styles.words}>
        <Link {...open} className={`${rowTitle} ${styles.line}`}>
          {videoTitle(video)}
        </Link>
        {video.error && video.status === 'FAILED' ? (
          <span className={styles.reason} title={video.error.message}>
            {video.error.message}
          </span>
        ) : (
          origin !== '' && <span className={styles.origin}>{origin}</span>
        )}
      </div>
    </div>
  );
}
