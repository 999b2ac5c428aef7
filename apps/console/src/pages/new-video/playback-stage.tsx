import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Template, Video } from '#libs/client';
import type { JsonObject } from '#libs/document';
import type { TemplateSize } from '../../api/template-sizes.ts';
import { fileAddress, useLiveVideo } from '../../api/videos.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { VideoPlayer } from '../videos/video-player.tsx';
import styles from './new-video.module.css';

/** Loaded with the engine of the preview, after the page. */
const TemplatePlayback = lazy(async () => ({ default: (await import('./template-playback.tsx')).TemplatePlayback }));

interface PlaybackStageProps {
  template: Template;
  modifications: JsonObject;
  size: TemplateSize;
  /** Number of the page whose text is being written. */
  page: number | undefined;
  /** The video of exactly these modifications, if there is one. */
  videoId: string | undefined;
  /** Discards the video. */
  onAgain: () => void;
}

/** The playback as it would be rendered, and as soon as it is rendered the video in its place. */
export function PlaybackStage({ videoId, onAgain, ...playback }: PlaybackStageProps) {
  const { data: video, error } = useLiveVideo(videoId);
  const { width, height } = playback.size;
  if (video?.status === 'COMPLETED') return <Finished video={video} onAgain={onAgain} />;
  return (
    <div className={styles.stage}>
      <Suspense fallback={<div className={styles.playback} style={{ aspectRatio: `${width} / ${height}` }} />}>
        <TemplatePlayback {...playback} />
      </Suspense>
      {error && <ErrorNote error={error} />}
      {video?.status === 'PROCESSING' && <Waiting video={video} />}
      {video?.error && <VideoPlayer video={video} />}
    </div>
  );
}

/** The progress of a video below the playback that it will be. */
function Waiting({ video: { started_at, progress, eta_seconds } }: { video: Video }) {
  return (
    <div className={styles.waiting} role="status">
      <ProgressBar value={progress} label="Progress" />
      <p>
        {started_at === null ? 'Waiting for a renderer' : `Rendering, ${Math.round(progress)} %`}
        {eta_seconds !== null && ` · about ${eta_seconds} s left`}
      </p>
    </div>
  );
}

function Finished({ video, onAgain }: { video: Video; onAgain: () => void }) {
  const { id, template_id, format, video_url } = video;
  return (
    <div className={styles.stage}>
      <VideoPlayer video={video} isStarting />
      <div className={styles.actions}>
        <a className={buttonClass({ look: 'primary' })} href={fileAddress(video_url)} download={`${id}.${format}`}>
          <Icon name="download" /> Download
        </a>
        <CopyTextButton text={video_url}>Copy link</CopyTextButton>
        <Link to="/templates/$id/edit" params={{ id: template_id }} search={{ video: id }} className={buttonClass()}>
          Edit
        </Link>
        <Link to="/videos/$id" params={{ id }} className={buttonClass({ look: 'quiet' })}>
          Details
        </Link>
        <Button look="quiet" onClick={onAgain}>
          Back to the preview
        </Button>
      </div>
    </div>
  );
}
