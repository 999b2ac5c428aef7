import { Link } from '@tanstack/react-router';
import { useLiveVideo } from '../../api/videos.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VideoPlayer } from './video-player.tsx';

/** A video on its way, and its player once it is completed. */
export function VideoResult({ id }: { id: string }) {
  const query = useLiveVideo(id);
  return (
    <Panel
      title="Your video"
      actions={
        <Link to="/videos/$id" params={{ id }} className={buttonClass({ size: 'small' })}>
          Details
        </Link>
      }
    >
      <Loaded query={query} loading={<Skeleton lines={3} />}>
        {(video) => <VideoPlayer video={video} isStarting />}
      </Loaded>
    </Panel>
  );
}
