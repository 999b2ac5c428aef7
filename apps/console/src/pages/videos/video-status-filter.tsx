import { VIDEO_STATUSES } from '#libs/client';
import type { VideoStatus } from '../../api/list-search.ts';
import { FilterField } from '../../ui/filters.tsx';
import { statusLabel } from './status-badge.tsx';

interface VideoStatusFilterProps {
  label: string;
  value: VideoStatus | undefined;
  onValue: (value: VideoStatus | undefined) => void;
}

/** A status of videos, or every one. */
export function VideoStatusFilter(props: VideoStatusFilterProps) {
  return <FilterField {...props} every="Every status" values={VIDEO_STATUSES} labelOf={statusLabel} />;
}
