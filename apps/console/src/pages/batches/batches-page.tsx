import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Batch, batchesQuery } from '../../api/batches.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { BadgeWithProgress } from '../../ui/progress-bar.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { BatchBadge, batchName } from './batch-badge.tsx';

const route = getRouteApi('/inside/batches');

export function BatchesPage() {
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(batchesQuery(offset));
  const create = useMay('write') && (
    <Link to="/batches/new" className={buttonClass({ look: 'primary' })}>
      New batch
    </Link>
  );
  return (
    <>
      <PageHeader title="Batches" description="Many videos of one template, accepted as one.">
        {create}
      </PageHeader>
      <PagedTable
        query={query}
        caption="Batches"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No batches yet" action={create}>
            A CSV file becomes a batch: a video for every row.
          </EmptyState>
        }
        onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
      />
    </>
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  {
    head: 'Batch',
    isEssential: true,
    isWide: true,
    cell: (batch) => (
      <Link to="/batches/$id" params={{ id: batch.id }} className={rowTitle}>
        {batchName(batch)}
      </Link>
    ),
  },
  {
    head: 'Status',
    isEssential: true,
    cell: (batch) =>
      batch.status === 'PROCESSING' ? (
        <BadgeWithProgress
          badge={<BatchBadge batch={batch} />}
          value={batch.progress}
          label={`Progress of ${batchName(batch)}`}
        />
      ) : (
        <BatchBadge batch={batch} />
      ),
  },
  { head: 'Videos', align: 'right', cell: ({ videos }) => formatNumber(videos.total) },
  { head: 'Format', cell: ({ format, test }) => (test ? `${format}, test` : format) },
  { head: 'Credits', align: 'right', cell: ({ credits }) => formatNumber(credits.total) },
  { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
