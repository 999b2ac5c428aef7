import { type ListedVideo, videoTitle } from '../../api/videos.ts';
import { Badge } from '../../ui/badge.tsx';
import { BadgeWithProgress } from '../../ui/progress-bar.tsx';
import { StatusBadge, statusLabel } from './status-badge.tsx';
import styles from './video-list.module.css';

/**
 * The status of a video, and whether it is a test video.
 *
 * @param isQuiet whether a picture shows that the video is completed, so that only screen readers read it
 */
export function VideoBadges({ video, isQuiet = false }: { video: ListedVideo; isQuiet?: boolean }) {
  return (
    <span className={styles.badges}>
      <Status video={video} isQuiet={isQuiet} />
      {video.test && <Badge>Test</Badge>}
    </span>
  );
}

function Status({ video, isQuiet }: { video: ListedVideo; isQuiet: boolean }) {
  const { status, progress } = video;
  if (status === 'PROCESSING' && !isQuiet) {
    const label = `Progress of ${videoTitle(video)}`;
    return <BadgeWithProgress badge={<StatusBadge status={status} />} value={progress} label={label} />;
  }
  if (status === 'PROCESSING') return <Badge tone="busy">{`${Math.round(progress)} %`}</Badge>;
  if (status === 'COMPLETED' && isQuiet) return <span className="visually-hidden">{statusLabel(status)}</span>;
  return <StatusBadge status={status} />;
}
