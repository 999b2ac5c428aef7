import { getRouteApi, Link } from '@tanstack/react-router';
import type { components } from '#libs/client';
import type { Batch } from '../../api/batches.ts';
import { PAGE_SIZE, VIDEO_STATUSES } from '../../api/list-search.ts';
import { useVideos } from '../../api/videos.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { StatusBadge, statusLabel } from '../videos/status-badge.tsx';
import styles from './batches.module.css';

type ListedVideo = components['schemas']['ListedVideo'];
const route = getRouteApi('/inside/batches/$id');

/** The videos of a batch in the order of its rows. */
export function BatchVideos({ batch }: { batch: Batch }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useVideos({ ...search, batch_id: batch.id });
  const setStatus = (value: string) => {
    const status = VIDEO_STATUSES.find((each) => each === value);
    void navigate({ search: status ? { status } : {}, resetScroll: false });
  };
  return (
    <div>
      <div className={styles.filters}>
        <SelectField
          label="Videos"
          value={search.status ?? ''}
          onValue={setStatus}
          options={[
            { value: '', label: 'Every status' },
            ...VIDEO_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
          ]}
        />
      </div>
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState title="No such video">Nothing matches the filter, or the videos are no longer kept.</EmptyState>
          ) : (
            <>
              <Table caption="Videos of the batch" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              <Pagination
                offset={search.offset ?? 0}
                limit={PAGE_SIZE}
                count={data.length}
                total={pagination.total}
                onOffset={(offset) => void navigate({ search: { ...search, offset }, resetScroll: false })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const COLUMNS: readonly Column<ListedVideo>[] = [
  { head: 'Row', isEssential: true, align: 'right', cell: ({ batch_row }) => batch_row },
  {
    head: 'Video',
    isEssential: true,
    isWide: true,
    cell: ({ id, metadata }) => (
      <Link to="/videos/$id" params={{ id }} className={styles.name}>
        {metadata === null || metadata.trim() === '' ? <code>{id.slice(0, 8)}</code> : metadata}
      </Link>
    ),
  },
  { head: 'Status', isEssential: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { head: 'Error', cell: ({ error }) => error && <code>{error.code}</code> },
  { head: 'Credits', align: 'right', cell: ({ credits }) => formatNumber(credits) },
];
