import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Batch, batchesQuery } from '../../api/batches.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { BatchBadge, batchName } from './batch-badge.tsx';
import styles from './batches.module.css';

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
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 && offset === 0 ? (
            <EmptyState title="No batches yet" action={create}>
              A CSV file becomes a batch: a video for every row.
            </EmptyState>
          ) : (
            <>
              <Table caption="Batches" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              <Pagination
                offset={offset}
                limit={PAGE_SIZE}
                count={data.length}
                total={pagination.total}
                onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const COLUMNS: readonly Column<Batch>[] = [
  {
    head: 'Batch',
    isEssential: true,
    isWide: true,
    cell: (batch) => (
      <Link to="/batches/$id" params={{ id: batch.id }} className={styles.name}>
        {batchName(batch)}
      </Link>
    ),
  },
  {
    head: 'Status',
    isEssential: true,
    cell: (batch) =>
      batch.status === 'PROCESSING' ? (
        <span className={styles.progress}>
          <BatchBadge batch={batch} />
          <ProgressBar value={batch.progress} label={`Progress of ${batchName(batch)}`} isSmall />
        </span>
      ) : (
        <BatchBadge batch={batch} />
      ),
  },
  { head: 'Videos', align: 'right', cell: ({ videos }) => formatNumber(videos.total) },
  { head: 'Format', cell: ({ format, test }) => (test ? `${format}, test` : format) },
  { head: 'Credits', align: 'right', cell: ({ credits }) => formatNumber(credits.total) },
  { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
