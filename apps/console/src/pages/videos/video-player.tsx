import { type Video, VIDEO_PLAYERS } from '#libs/client';
import { fileAddress } from '../../api/videos.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusBadge } from './status-badge.tsx';
import styles from './video-player.module.css';

/** The player of a video, its progress while it is rendered, or the reason why there is none. */
export function VideoPlayer({ video, isStarting = false }: { video: Video; isStarting?: boolean }) {
  const ratio = { aspectRatio: `${video.width} / ${video.height}` };
  if (video.status === 'COMPLETED') {
    if (video.expires_at !== null && new Date(video.expires_at) < new Date()) {
      return <p className={styles.note}>The file has expired. Run the video again to have a new one.</p>;
    }
    return <Player video={video} isStarting={isStarting} />;
  }
  if (video.status === 'PROCESSING') {
    return (
      <div className={styles.stage} style={ratio}>
        <div className={styles.waiting} role="status">
          <StatusBadge status={video.status} />
          <p>
            {video.started_at === null ? 'Waiting for a renderer' : `${Math.round(video.progress)} %`}
            {video.eta_seconds !== null && ` · about ${video.eta_seconds} s left`}
          </p>
          <ProgressBar value={video.progress} label="Progress" />
        </div>
      </div>
    );
  }
  return (
    <div className={styles.ended}>
      <StatusBadge status={video.status} />
      {video.error && (
        <p>
          {video.error.message} <code>{video.error.code}</code>
        </p>
      )}
    </div>
  );
}

interface PlayerProps {
  video: Video;
  isStarting: boolean;
}

const PLAYERS = { video: VideoElement, image: ImageElement } satisfies Record<
  (typeof VIDEO_PLAYERS)[Video['format']],
  (props: PlayerProps) => unknown
>;

function Player(props: PlayerProps) {
  const Shown = PLAYERS[VIDEO_PLAYERS[props.video.format]];
  return <Shown {...props} />;
}

function ImageElement({ video }: PlayerProps) {
  return <img className={styles.player} alt={videoLabel(video)} {...fileOf(video)} />;
}

function VideoElement({ video, isStarting }: PlayerProps) {
  return (
    <video
      className={styles.player}
      controls
      playsInline
      loop
      muted={isStarting}
      autoPlay={isStarting}
      preload="metadata"
      aria-label={videoLabel(video)}
      {...(video.poster_url !== null && { poster: fileAddress(video.poster_url) })}
      {...fileOf(video)}
    />
  );
}

/** The name of a player for screen readers. */
export const videoLabel = (video: Video): string => `The video ${video.metadata ?? video.id}`;
const fileOf = ({ video_url, width, height }: Video) => ({ src: fileAddress(video_url), width, height });
