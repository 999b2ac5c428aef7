import { getRouteApi, Link } from '@tanstack/react-router';
import type { components } from '#libs/client';
import type { Batch } from '../../api/batches.ts';
import { useVideos } from '../../api/videos.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { type Column, rowTitle } from '../../ui/table.tsx';
import { StatusBadge } from '../videos/status-badge.tsx';
import { VideoStatusFilter } from '../videos/video-status-filter.tsx';

type ListedVideo = components['schemas']['ListedVideo'];
const route = getRouteApi('/inside/batches/$id');

/** The videos of a batch in the order of its rows. */
export function BatchVideoList({ batch }: { batch: Batch }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useVideos({ ...search, batch_id: batch.id });
  return (
    <div>
      <FilterBar>
        <VideoStatusFilter
          label="Videos"
          value={search.status}
          onValue={(status) => void navigate({ search: status ? { status } : {}, resetScroll: false })}
        />
      </FilterBar>
      <PagedTable
        query={query}
        caption="Videos of the batch"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No such video">Nothing matches the filter, or the videos are no longer kept.</EmptyState>
        }
        onOffset={(offset) => void navigate({ search: { ...search, offset }, resetScroll: false })}
      />
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
      <Link to="/videos/$id" params={{ id }} className={rowTitle}>
        {metadata === null || metadata.trim() === '' ? <code>{id.slice(0, 8)}</code> : metadata}
      </Link>
    ),
  },
  { head: 'Status', isEssential: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { head: 'Error', cell: ({ error }) => error && <code>{error.code}</code> },
  { head: 'Credits', align: 'right', cell: ({ credits }) => formatNumber(credits) },
];
