import type { Batch } from '../../api/batches.ts';
import { Badge } from '../../ui/badge.tsx';

/** State of a batch; one that has ended shows whether all its videos were made. */
export function BatchBadge({ batch }: { batch: Batch }) {
  if (batch.status === 'PROCESSING') {
    return <Badge tone="busy">{batch.canceled_at === null ? 'Processing' : 'Being canceled'}</Badge>;
  }
  if (batch.videos.failed > 0) return <Badge tone="bad">{`${batch.videos.failed} failed`}</Badge>;
  if (batch.videos.canceled > 0) return <Badge tone="neutral">Canceled</Badge>;
  return <Badge tone="good">Finished</Badge>;
}

export function batchName({ name, id }: Batch): string {
  return name ?? `Batch ${id.slice(0, 8)}`;
}
