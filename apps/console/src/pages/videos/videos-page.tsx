import { getRouteApi, Link } from '@tanstack/react-router';
import type { components } from '#libs/client';
import { useVideos } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { BadgeWithProgress } from '../../ui/progress-bar.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VideoFilters } from './video-filters.tsx';

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
      <PagedTable
        query={query}
        caption="Videos"
        columns={COLUMNS}
        keyOf={(video) => video.id}
        empty={<NoVideos isFiltered={Object.keys(search).length > 0} />}
        onOffset={(offset) => void navigate({ search: { ...search, offset } })}
      />
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
      <Link to="/videos/$id" params={{ id: video.id }} className={rowTitle}>
        {video.metadata === null || video.metadata.trim() === '' ? <code>{video.id.slice(0, 8)}</code> : video.metadata}
      </Link>
    ),
  },
  {
    head: 'Status',
    isEssential: true,
    cell: (video) =>
      video.status === 'PROCESSING' ? (
        <BadgeWithProgress
          badge={<StatusBadge status={video.status} />}
          value={video.progress}
          label={`Progress of ${video.id}`}
        />
      ) : (
        <StatusBadge status={video.status} />
      ),
  },
  { head: 'Format', cell: (video) => `${video.format} · ${video.width}×${video.height}` },
  { head: 'Duration', align: 'right', cell: (video) => formatDuration(video.duration) },
  { head: 'Credits', align: 'right', cell: (video) => formatNumber(video.credits) },
  { head: 'Created', align: 'right', cell: (video) => <Time at={video.created_at} /> },
];
