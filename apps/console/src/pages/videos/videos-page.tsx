import { getRouteApi, Link } from '@tanstack/react-router';
import { type ListedVideo, useVideos, videoTitle } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDuration } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { actionsColumn, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { VideoBadges } from './video-badges.tsx';
import { VideoCell } from './video-cell.tsx';
import { Cost } from './video-cost.tsx';
import { filtersOf, VideoFilters } from './video-filters.tsx';
import { VideoList } from './video-list.tsx';

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
          <Link to="/videos/new" className={buttonClass({ look: 'primary' })}>
            New video
          </Link>
        )}
      </PageHeader>
      <VideoFilters search={search} onSearch={(next) => void navigate({ search: next })} />
      <VideoList
        query={query}
        caption="Videos"
        columns={COLUMNS}
        view={search.view ?? 'list'}
        empty={<NoVideos isFiltered={Object.keys(filtersOf(search)).length > 0} />}
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
          <Link to="/videos/new" className={buttonClass({ look: 'primary' })}>
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
  { head: 'Video', isEssential: true, isWide: true, cell: (video) => <VideoCell video={video} /> },
  { head: 'Status', isEssential: true, cell: (video) => <VideoBadges video={video} /> },
  { head: 'Format', cell: (video) => `${video.format} · ${video.width}×${video.height}` },
  { head: 'Duration', align: 'right', cell: (video) => formatDuration(video.duration) },
  { head: 'Credits', align: 'right', cell: (video) => <Cost video={video} /> },
  { head: 'Created', align: 'right', cell: (video) => <Time at={video.created_at} /> },
  {
    ...actionsColumn((video) => <CopyButton text={video.id} label={`Copy the id of ${videoTitle(video)}`} />),
    isEssential: false,
  },
];
