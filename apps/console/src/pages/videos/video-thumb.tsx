import { fileAddress, type ListedVideo } from '../../api/videos.ts';
import type { IconName } from '../../ui/icon.tsx';
import { Thumb } from '../../ui/thumb.tsx';

const ICONS: Readonly<Record<ListedVideo['status'], IconName>> = {
  PROCESSING: 'play',
  COMPLETED: 'video',
  FAILED: 'failure',
  CANCELED: 'close',
};

/** The poster of a video, as long as its files are kept. */
export function VideoThumb({ video, size }: { video: ListedVideo; size: 'row' | 'card' }) {
  const { status, poster_url, expires_at } = video;
  const isKept = expires_at === null || new Date(expires_at) > new Date();
  const src = poster_url !== null && isKept ? fileAddress(poster_url) : null;
  return <Thumb src={src} icon={ICONS[status]} size={size} />;
}
