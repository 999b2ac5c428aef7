import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ListedVideo, videoTitle } from '../../api/videos.ts';
import { Card, cardFacts, cardReason, Cards, cardTitle } from '../../ui/cards.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { VideoBadges } from './video-badges.tsx';
import styles from './video-list.module.css';
import { VideoThumb } from './video-thumb.tsx';
import { videoOrigin } from './video-words.ts';

interface VideoSheetProps {
  label: string;
  videos: readonly ListedVideo[];
  actions?: ((video: ListedVideo) => ReactNode) | undefined;
}

/** Videos as a contact sheet: their posters, names and, where one failed, the reason. */
export function VideoSheet({ label, videos, actions }: VideoSheetProps) {
  return (
    <Cards label={label}>
      {videos.map((video) => (
        <VideoCard key={video.id} video={video} actions={actions?.(video)} />
      ))}
    </Cards>
  );
}

function VideoCard({ video, actions }: { video: ListedVideo; actions: ReactNode }) {
  const { id, batch_row, duration, error } = video;
  const facts = [batch_row !== null && `Row ${batch_row}`, videoOrigin(video)].filter(Boolean).join(' · ');
  return (
    <Card
      picture={
        <div style={{ position: 'relative' }}>
          <VideoThumb video={video} size="card" />
          <div className={styles.over}>
            <VideoBadges video={video} isQuiet />
            <span className={styles.length}>{formatDuration(duration)}</span>
          </div>
        </div>
      }
      title={
        <Link to="/videos/$id" params={{ id }} className={cardTitle} title={videoTitle(video)}>
          {videoTitle(video)}
        </Link>
      }
      actions={
        <>
          {actions}
          <CopyButton text={id} label={`Copy the id of ${videoTitle(video)}`} />
        </>
      }
    >
      {facts !== '' && <p className={cardFacts}>{facts}</p>}
      {error && video.status === 'FAILED' && (
        <p className={cardReason} title={error.message}>
          {error.message}
        </p>
      )}
    </Card>
  );
}
