import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type CreditTransaction, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { creditsQuery } from '../../api/credits.ts';
import { CREDITS } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Figures } from '../../ui/figures.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Stack } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { AlertPanel } from './alert-form.tsx';
import { CreditsByDay } from './credit-days.tsx';

const route = getRouteApi('/inside/credits');

/** Available credits, held credits, and every movement. */
export function CreditsPage() {
  return (
    <>
      <PageHeader
        title="Credits"
        description="A video's credits are held when it is accepted, captured when it is completed, and released otherwise."
      />
      <Stack gap="large">
        <Balance />
        <CreditsByDay />
        <AlertPanel />
        <Transactions />
      </Stack>
    </>
  );
}

function Balance() {
  const query = useQuery(creditsQuery);
  return (
    <Loaded query={query} loading={<Skeleton lines={1} height={80} />}>
      {({ available, held }) => (
        <Figures
          figures={[
            ['Available', formatNumber(available)],
            ['Held for videos that are processing', formatNumber(held)],
          ]}
        />
      )}
    </Loaded>
  );
}

function Transactions() {
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: CREDITS.transactions(offset),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/credits/transactions', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedTable
      query={query}
      caption="Transactions"
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={<EmptyState title="No movements yet">The operator of this installation grants credits.</EmptyState>}
      onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
    />
  );
}

const KINDS: Record<CreditTransaction['kind'], string> = {
  grant: 'Granted',
  hold: 'Held',
  capture: 'Captured',
  release: 'Released',
};

const signed = (value: number): string =>
  value > 0 ? `+${formatNumber(value)}` : formatNumber(value).replace('-', '−');

const COLUMNS: readonly Column<CreditTransaction>[] = [
  { head: 'Time', isEssential: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Kind', isEssential: true, cell: ({ kind }) => KINDS[kind] },
  {
    head: 'Video',
    isWide: true,
    cell: ({ video_id }) =>
      video_id !== null && (
        <Link to="/videos/$id" params={{ id: video_id }}>
          <code>{video_id.slice(0, 8)}</code>
        </Link>
      ),
  },
  { head: 'Available', isEssential: true, align: 'right', cell: ({ available_change }) => signed(available_change) },
  { head: 'Held', align: 'right', cell: ({ held_change }) => signed(held_change) },
];
