import { getRouteApi } from '@tanstack/react-router';
import type { Batch } from '../../api/batches.ts';
import type { VideoListSearch } from '../../api/list-search.ts';
import { type ListedVideo, useVideos } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import type { Column } from '../../ui/table.tsx';
import { ChangeAndRender } from '../videos/change-and-render.tsx';
import { Cost } from '../videos/video-cost.tsx';
import { VideoBadges } from '../videos/video-badges.tsx';
import { VideoCell } from '../videos/video-cell.tsx';
import { VideoList, VideoViewSwitch } from '../videos/video-list.tsx';
import { VideoStatusFilter } from '../videos/video-status-filter.tsx';
import { isFailedRow } from '../videos/video-words.ts';

const route = getRouteApi('/inside/batches/$id');

/** The videos of a batch in the order of its rows: their pictures, or a table. */
export function BatchVideoList({ batch }: { batch: Batch }) {
  const search = route.useSearch();
  const { status, view = 'sheet' } = search;
  const mayCorrect = useMay('write') && batch.canceled_at === null;
  const navigate = route.useNavigate();
  const query = useVideos({ ...search, batch_id: batch.id });
  const go = (search: VideoListSearch) => void navigate({ search: { view, ...search }, resetScroll: false });
  return (
    <section aria-label="Videos">
      <FilterBar>
        <VideoStatusFilter label="Videos" value={status} onValue={(chosen) => go(chosen ? { status: chosen } : {})} />
        <VideoViewSwitch view={view} onView={(chosen) => go({ ...search, view: chosen })} />
      </FilterBar>
      <VideoList
        query={query}
        caption="Videos of the batch"
        columns={COLUMNS}
        view={view}
        {...(mayCorrect && { actions: correctionOf })}
        empty={
          <EmptyState title="No such video">Nothing matches the filter, or the videos are no longer kept.</EmptyState>
        }
        onOffset={(next) => go({ ...search, offset: next })}
      />
    </section>
  );
}

const correctionOf = (video: ListedVideo) => isFailedRow(video) && <ChangeAndRender video={video} isInList />;

const COLUMNS: readonly Column<ListedVideo>[] = [
  { head: 'Row', isEssential: true, align: 'right', cell: ({ batch_row }) => batch_row },
  { head: 'Video', isEssential: true, isWide: true, cell: (video) => <VideoCell video={video} /> },
  { head: 'Status', isEssential: true, cell: (video) => <VideoBadges video={video} /> },
  { head: 'Credits', align: 'right', cell: (video) => <Cost video={video} /> },
];
