import { type MouseEvent, useState } from 'react';
import { type Video, VIDEO_PLAYERS } from '#libs/client';
import type { ReviewComment } from '../api/reviews.ts';
import { fileAddress } from '../api/videos.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './review-player.module.css';
import type { PlayedVideo, Place } from './use-played-video.ts';

type Shown = Pick<Video, 'video_url' | 'poster_url' | 'format' | 'fps' | 'width' | 'height' | 'duration'>;

interface ReviewPlayerProps {
  video: Shown;
  label: string;
  played: PlayedVideo;
  comments: readonly ReviewComment[];
}

/** Whether a video has moments that can be shown; a gif has none. */
export const hasMoments = ({ format }: Pick<Video, 'format'>): boolean => VIDEO_PLAYERS[format] === 'video';

/** A player with the comments as marks on its bar. A click on the paused picture points at a place in it. */
export function ReviewPlayer({ video, label, played, comments }: ReviewPlayerProps) {
  const { attach, events, place } = played;
  const isVideo = hasMoments(video);
  return (
    <div className={styles.player}>
      <div className={styles.stage} style={boxOf(video)}>
        {isVideo ? (
          <video
            ref={attach}
            className={styles.picture}
            playsInline
            preload="auto"
            aria-label={label}
            src={fileAddress(video.video_url)}
            {...(video.poster_url !== null && { poster: fileAddress(video.poster_url) })}
            {...events}
          />
        ) : (
          <img className={styles.picture} alt={label} src={fileAddress(video.video_url)} />
        )}
        <Surface played={played} isVideo={isVideo} />
        {place && <Pin place={place} />}
      </div>
      {isVideo && <Bar video={video} played={played} comments={comments} />}
      <p className={styles.hint}>
        {isVideo ? 'Pause, and click on the picture to point at a place in it.' : 'Click on the picture to point.'}
      </p>
    </div>
  );
}

/** The box of the picture, without bands beside it: places are fractions of it. */
function boxOf({ width, height }: Shown) {
  const ratio = width / height;
  return { aspectRatio: ratio, width: `min(100%, calc(min(64vh, 640px) * ${ratio}))` };
}

/** Plays and pauses, and takes the places of comments once the video has been played. */
function Surface({ played, isVideo }: { played: PlayedVideo; isVideo: boolean }) {
  const [hasPlayed, setPlayed] = useState(!isVideo);
  const points = hasPlayed && !played.isPlaying;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (points) played.point(placeOf(event));
    else {
      setPlayed(true);
      played.toggle();
    }
  };
  return (
    <button
      type="button"
      className={styles.surface}
      data-points={points || undefined}
      aria-label={points ? 'Point at a place in the picture' : played.isPlaying ? 'Pause the video' : 'Play the video'}
      onClick={press}
    >
      {!hasPlayed && (
        <span className={styles.begin}>
          <Icon name="play" size={28} />
        </span>
      )}
    </button>
  );
}

/** The place of a click; by keyboard, which has none, the center. */
function placeOf({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>): Place {
  if (detail === 0) return { x: 0.5, y: 0.5 };
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
  return { x: fraction((clientX - left) / width), y: fraction((clientY - top) / height) };
}

function Pin({ place: { x, y } }: { place: Place }) {
  return <span className={styles.pin} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} aria-hidden="true" />;
}

function Bar({ video, played, comments }: Omit<ReviewPlayerProps, 'label'>) {
  const [isMuted, setMuted] = useState(false);
  const mute = () => {
    played.mute(!isMuted);
    setMuted(!isMuted);
  };
  return (
    <div className={styles.bar}>
      <Button look="quiet" size="small" aria-label={played.isPlaying ? 'Pause' : 'Play'} onClick={played.toggle}>
        <Icon name={played.isPlaying ? 'pause' : 'play'} />
      </Button>
      <div className={styles.track}>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={formatMoment(played.at)}
          min={0}
          max={video.duration}
          step={1 / video.fps}
          value={played.at}
          onChange={({ target }) => played.show(target.valueAsNumber)}
        />
        <Marks video={video} played={played} comments={comments} />
      </div>
      <span className={styles.time}>
        {formatMoment(played.at)} / {formatMoment(video.duration)}
      </span>
      <Button look="quiet" size="small" aria-label={isMuted ? 'Sound on' : 'Sound off'} onClick={mute}>
        <Icon name={isMuted ? 'silent' : 'sound'} />
      </Button>
      <Button look="quiet" size="small" aria-label="Full screen" onClick={played.fillScreen}>
        <Icon name="rectangle" />
      </Button>
    </div>
  );
}

/** Marks for the pointer; the list of comments has the same moments for the keyboard. */
function Marks({ video, played, comments }: Omit<ReviewPlayerProps, 'label'>) {
  const marked = comments.filter(({ at, reply_to }) => at !== null && reply_to === null);
  return (
    <div className={styles.marks} aria-hidden="true">
      {marked.map((comment) => (
        <button
          key={comment.id}
          type="button"
          tabIndex={-1}
          className={styles.mark}
          data-resolved={comment.resolved_at !== null || undefined}
          title={`${comment.author.name ?? 'A key'}: ${comment.text}`}
          style={{ left: `${(comment.at! / video.duration) * 100}%` }}
          onClick={() => played.show(comment.at!, placeIn(comment))}
        />
      ))}
    </div>
  );
}

/** The place of a comment; undefined for none. */
export function placeIn({ x, y }: ReviewComment): Place | undefined {
  return x === null || y === null ? undefined : { x, y };
}
