import { lazy, type ReactNode, Suspense } from 'react';
import type { ListView } from '../../api/list-search.ts';
import type { ListedVideo } from '../../api/videos.ts';
import { Paged, type PagedProps } from '../../ui/paged.tsx';
import { actionsColumn, type Column, Table } from '../../ui/table.tsx';
import { ViewSwitch } from '../../ui/view-switch.tsx';

const VideoSheet = lazy(async () => ({ default: (await import('./video-sheet.tsx')).VideoSheet }));

interface VideoListProps extends PagedProps<ListedVideo> {
  caption: string;
  columns: readonly Column<ListedVideo>[];
  view: ListView;
  /** Buttons of a video, in both looks. */
  actions?: (video: ListedVideo) => ReactNode;
}

/** A page of videos, as rows or as a contact sheet. */
export function VideoList({ caption, columns, view, actions, ...paged }: VideoListProps) {
  const all = actions ? [...columns, actionsColumn(actions)] : columns;
  return (
    <Paged {...paged}>
      {(videos) =>
        view === 'sheet' ? (
          <Suspense>
            <VideoSheet label={caption} videos={videos} actions={actions} />
          </Suspense>
        ) : (
          <Table caption={caption} columns={all} rows={videos} keyOf={({ id }) => id} />
        )
      }
    </Paged>
  );
}

/** Chooses between both looks of a list of videos. */
export function VideoViewSwitch({ view, onView }: { view: ListView; onView: (view: ListView) => void }) {
  return (
    <ViewSwitch
      label="Look of the list"
      view={view}
      views={[
        { value: 'list', label: 'List', icon: 'batch' },
        { value: 'sheet', label: 'Contact sheet', icon: 'grid' },
      ]}
      onView={onView}
    />
  );
}
