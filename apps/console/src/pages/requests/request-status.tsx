import { Badge } from '../../ui/badge.tsx';

const FIRST_REFUSED = 400;
const FIRST_FAILED = 500;
/** The caller hung up before there was a response. */
const CLIENT_LEFT = 499;

/** The status of a response. */
export function RequestStatus({ status }: { status: number }) {
  if (status === CLIENT_LEFT) return <Badge tone="wait">Hung up</Badge>;
  if (status >= FIRST_FAILED) return <Badge tone="bad">{`${status} Failed`}</Badge>;
  if (status >= FIRST_REFUSED) return <Badge tone="wait">{`${status} Refused`}</Badge>;
  return <Badge tone="good">{String(status)}</Badge>;
}
