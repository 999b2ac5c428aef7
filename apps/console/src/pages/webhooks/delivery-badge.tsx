import type { DeliveryStatus } from '../../api/list-search.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const LOOK: Record<DeliveryStatus, { tone: BadgeTone; label: string }> = {
  pending: { tone: 'wait', label: 'Pending' },
  succeeded: { tone: 'good', label: 'Succeeded' },
  failed: { tone: 'bad', label: 'Failed' },
  canceled: { tone: 'neutral', label: 'Canceled' },
};

export function deliveryLabel(status: DeliveryStatus): string {
  return LOOK[status].label;
}

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  return <Badge tone={LOOK[status].tone}>{LOOK[status].label}</Badge>;
}
