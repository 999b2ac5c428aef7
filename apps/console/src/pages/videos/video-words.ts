import type { Video } from '#libs/client';
import { type ListedVideo, videoTitle } from '../../api/videos.ts';
import { formatNumber } from '../../ui/format.ts';

/** The template and the creator of a video, beside its title. */
export function videoOrigin(video: ListedVideo): string {
  const title = videoTitle(video);
  const { template_name, created_by } = video;
  return [template_name === title ? null : template_name, created_by && creatorInWords(created_by)]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The credits that a video has cost, in words where it has not cost its price. */
export function videoCost({ credits, status, test }: Pick<ListedVideo, 'credits' | 'status' | 'test'>): string {
  if (test) return 'Free';
  const isReturned = credits > 0 && (status === 'FAILED' || status === 'CANCELED');
  return isReturned ? `${formatNumber(credits)} returned` : formatNumber(credits);
}

/** Whose request created a video. */
export function creatorInWords({ type, name }: NonNullable<ListedVideo['created_by']>): string {
  if (name === null) return type === 'key' ? 'A key without a name' : 'A former member';
  return type === 'key' ? `Key ${name}` : name;
}

/** Whether a video failed as a row of a batch: another one may take its place there. */
export function isFailedRow({ status, batch_id }: Video): boolean {
  return status === 'FAILED' && batch_id !== null;
}
