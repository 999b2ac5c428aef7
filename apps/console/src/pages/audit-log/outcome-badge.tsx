import { Badge } from '../../ui/badge.tsx';

const FIRST_REFUSED = 400;
const FIRST_FAILED = 500;

/** Outcome of a change, by the status of its response. */
export function OutcomeBadge({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="wait">Unknown</Badge>;
  if (status >= FIRST_FAILED) return <Badge tone="bad">Failed ({status})</Badge>;
  if (status >= FIRST_REFUSED) return <Badge tone="bad">Refused ({status})</Badge>;
  return <Badge tone="good">Done</Badge>;
}
