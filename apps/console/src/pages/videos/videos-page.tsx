import { getRouteApi, Link } from '@tanstack/react-router';
import type { components } from '#libs/client';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { useVideos } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VideoFilters } from './video-filters.tsx';
import styles from './videos-page.module.css';

type ListedVideo = components['schemas']['ListedVideo'];
const route = getRouteApi('/inside/videos');

export function VideosPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useVideos(search);
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader title="Videos" description="Everything your organization has rendered, newest first.">
        {mayWrite && (
          <Link to="/" className={buttonClass({ look: 'primary' })}>
            New video
          </Link>
        )}
      </PageHeader>
      <VideoFilters search={search} onSearch={(next) => void navigate({ search: next })} />
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <NoVideos isFiltered={Object.keys(search).length > 0} />
          ) : (
            <>
              <Table caption="Videos" columns={COLUMNS} rows={data} keyOf={(video) => video.id} />
              <Pagination
                offset={search.offset ?? 0}
                limit={PAGE_SIZE}
                count={data.length}
                total={pagination.total}
                onOffset={(offset) => void navigate({ search: { ...search, offset } })}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function NoVideos({ isFiltered }: { isFiltered: boolean }) {
  const mayWrite = useMay('write');
  if (isFiltered) {
    return (
      <EmptyState
        title="No such video"
        action={
          <Link to="/videos" className={buttonClass()}>
            Show all
          </Link>
        }
      >
        Nothing matches the filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No videos yet"
      action={
        mayWrite && (
          <Link to="/" className={buttonClass({ look: 'primary' })}>
            Render the first
          </Link>
        )
      }
    >
      Render one here, or send a request to the API. It appears in this list at once.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<ListedVideo>[] = [
  {
    head: 'Video',
    isEssential: true,
    isWide: true,
    cell: (video) => (
      <Link to="/videos/$id" params={{ id: video.id }} className={styles.name}>
        {video.metadata === null || video.metadata.trim() === '' ? <code>{video.id.slice(0, 8)}</code> : video.metadata}
      </Link>
    ),
  },
  {
    head: 'Status',
    isEssential: true,
    cell: (video) =>
      video.status === 'PROCESSING' ? (
        <span className={styles.progress}>
          <StatusBadge status={video.status} />
          <ProgressBar value={video.progress} label={`Progress of ${video.id}`} isSmall />
        </span>
      ) : (
        <StatusBadge status={video.status} />
      ),
  },
  { head: 'Format', cell: (video) => `${video.format} · ${video.width}×${video.height}` },
  { head: 'Duration', align: 'right', cell: (video) => formatDuration(video.duration) },
  { head: 'Credits', align: 'right', cell: (video) => formatNumber(video.credits) },
  { head: 'Created', align: 'right', cell: (video) => <Time at={video.created_at} /> },
];
