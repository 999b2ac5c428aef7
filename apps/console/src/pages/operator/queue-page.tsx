import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Stack } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Figures } from '../../ui/figures.tsx';

type QueuedOrganization = components['schemas']['QueuedOrganization'];
const REFRESH_MS = 5_000;

/** Work that waits for a renderer, over all organizations. */
export function QueuePage() {
  const query = useQuery({
    queryKey: OPERATOR.queue,
    queryFn: ({ signal }) => unwrap(api.GET('/operator/queue', { signal })),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="Queue"
        description="Videos of all organizations that wait for a renderer. The organization that was served least recently is next."
      />
      <Loaded query={query}>
        {({ waiting, rendering, waiting_since, estimated_seconds, organizations }) => (
          <Stack gap="large">
            <Figures
              figures={[
                ['Waiting', formatNumber(waiting)],
                ['Rendering', formatNumber(rendering)],
                ['Longest wait', waiting_since === null ? '–' : age(waiting_since, query.dataUpdatedAt)],
                ['All done in about', estimated_seconds === null ? '–' : formatDuration(estimated_seconds)],
              ]}
            />
            {organizations.length === 0 ? (
              <EmptyState title="Nothing waits">New videos are rendered at once.</EmptyState>
            ) : (
              <Table caption="Organizations" columns={COLUMNS} rows={organizations} keyOf={({ id }) => id} />
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function age(since: string, nowMs: number): string {
  return formatDuration(Math.max(0, Math.round((nowMs - Date.parse(since)) / 1_000)));
}

const COLUMNS: readonly Column<QueuedOrganization>[] = [
  {
    head: 'Organization',
    isWide: true,
    isEssential: true,
    cell: ({ id, name }) => (
      <Link to="/operator/organizations/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { head: 'Waiting', isEssential: true, align: 'right', cell: ({ waiting }) => formatNumber(waiting) },
  { head: 'Rendering', isEssential: true, align: 'right', cell: ({ rendering }) => formatNumber(rendering) },
  {
    head: 'Oldest since',
    align: 'right',
    cell: ({ waiting_since }) => (waiting_since === null ? '–' : <Time at={waiting_since} />),
  },
];
