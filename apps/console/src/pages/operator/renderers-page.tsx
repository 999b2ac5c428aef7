import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './renderers-page.module.css';

type Renderer = components['schemas']['Renderer'];
const route = getRouteApi('/inside/operator/renderers');
const REFRESH_MS = 5_000;

/** The renderers that are alive. */
export function RenderersPage() {
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: OPERATOR.renderers(offset),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/operator/renderers', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="Renderers"
        description="A renderer announces itself every 2 seconds. One that is silent for 10 seconds is no longer listed."
      />
      <PagedTable
        query={query}
        caption="Renderers"
        columns={COLUMNS}
        keyOf={({ worker }) => worker}
        empty={
          <EmptyState title="No renderer is alive">
            Videos are accepted and wait. Look at the logs of the renderers.
          </EmptyState>
        }
        onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
      />
    </>
  );
}

const MINUTES = 60;

/** The load in each minute of the last hour, the present one on the right. */
function LoadPlot({ minutes }: { minutes: readonly number[] }) {
  const bars = minutes.map((percent, index) => {
    const x = MINUTES - minutes.length + index;
    return `M${x} 100V${100 - percent}H${x + 1}V100Z`;
  });
  return (
    <svg
      className={styles.load}
      viewBox={`0 0 ${MINUTES} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Load by minute: at most ${Math.max(0, ...minutes)} %, now ${minutes.at(-1) ?? 0} %`}
    >
      <path d={bars.join('')} />
    </svg>
  );
}

const COLUMNS: readonly Column<Renderer>[] = [
  { head: 'Name', isWide: true, isEssential: true, cell: ({ worker }) => <code>{worker}</code> },
  {
    head: 'Slots',
    isEssential: true,
    cell: ({ slots, busy }) => (
      <Badge tone={busy === 0 ? 'neutral' : 'busy'}>
        {busy} of {slots} busy
      </Badge>
    ),
  },
  { head: 'Load, 5 min', align: 'right', cell: ({ load_last_5_minutes }) => `${load_last_5_minutes} %` },
  { head: 'Load, 1 h', align: 'right', cell: ({ load_last_hour }) => `${load_last_hour} %` },
  { head: 'Last hour', cell: ({ load_by_minute }) => <LoadPlot minutes={load_by_minute} /> },
  { head: 'Encoder', cell: ({ encoder }) => encoder },
  { head: 'Release', cell: ({ version }) => version ?? '–' },
  { head: 'Last seen', align: 'right', cell: ({ seen_at }) => <Time at={seen_at} /> },
];
