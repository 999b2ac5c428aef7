import type { VideoStatus } from '../../api/list-search.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const LOOK: Record<VideoStatus, { tone: BadgeTone; label: string }> = {
  PROCESSING: { tone: 'busy', label: 'Processing' },
  COMPLETED: { tone: 'good', label: 'Completed' },
  FAILED: { tone: 'bad', label: 'Failed' },
  CANCELED: { tone: 'neutral', label: 'Canceled' },
};

export function statusLabel(status: VideoStatus): string {
  return LOOK[status].label;
}

export function StatusBadge({ status }: { status: VideoStatus }) {
  return <Badge tone={LOOK[status].tone}>{LOOK[status].label}</Badge>;
}
