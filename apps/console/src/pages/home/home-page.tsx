import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { creditsQuery } from '../../api/credits.ts';
import { type ListedVideo, useVideos } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Figures } from '../../ui/figures.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { VideoBadges } from '../videos/video-badges.tsx';
import { VideoCell } from '../videos/video-cell.tsx';
import { VideoSheet } from '../videos/video-sheet.tsx';
import styles from './home.module.css';

/** Loaded when they are shown: an organization sees the one or the other. */
const NewVideo = lazy(async () => ({ default: (await import('../new-video/new-video-page.tsx')).NewVideo }));
const NewestTemplates = lazy(async () => ({ default: (await import('./newest-templates.tsx')).NewestTemplates }));

const route = getRouteApi('/inside/');
/** Number of the newest videos that are shown. */
const SHOWN = 8;

/** The first video of an organization, and once it has some, what happens today. */
export function HomePage() {
  const query = useVideos({});
  return (
    <Loaded query={query} loading={<Skeleton lines={8} />}>
      {({ data, pagination }) => <FirstOrHome total={pagination.total} newest={data.slice(0, SHOWN)} />}
    </Loaded>
  );
}

function FirstOrHome({ total, newest }: { total: number; newest: readonly ListedVideo[] }) {
  const { template } = route.useSearch();
  const navigate = route.useNavigate();
  // The page stays what it is while its first video is made.
  const [isFirst] = useState(total === 0);
  if (!isFirst) return <Home newest={newest} />;
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <NewVideo
        title="First video"
        chosen={template}
        onChoose={(id) => void navigate({ search: { template: id }, replace: true })}
      />
    </Suspense>
  );
}

function Home({ newest }: { newest: readonly ListedVideo[] }) {
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader title="Home">
        {mayWrite && (
          <Link to="/videos/new" className={buttonClass({ look: 'primary' })}>
            New video
          </Link>
        )}
      </PageHeader>
      <Stack gap="large">
        <Today />
        <Running />
        <section aria-label="Latest videos">
          <header className={styles.head}>
            <h2>Latest videos</h2>
            <Link to="/videos">All videos</Link>
          </header>
          <VideoSheet label="Latest videos" videos={newest} />
        </section>
        <Suspense>
          <NewestTemplates />
        </Suspense>
      </Stack>
    </>
  );
}

/** Today in the reader's time zone, as 2026-11-21. */
function today(): string {
  const now = new Date();
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${now.getFullYear()}-${month}-${day}`;
}

/** The figures of the day. A dash stands for one that could not be read. */
function Today() {
  const from = today();
  const totals = [
    useVideos({ from, status: 'COMPLETED' }),
    useVideos({ from, status: 'FAILED' }),
    useVideos({ status: 'PROCESSING' }),
  ].map(({ data }) => (data ? formatNumber(data.pagination.total) : '–'));
  const [completed, failed, running] = totals;
  const { data: credits } = useQuery(creditsQuery);
  return (
    <Figures
      figures={[
        [
          'Completed today',
          <Link key="c" to="/videos" search={{ from, status: 'COMPLETED' }}>
            {completed}
          </Link>,
        ],
        [
          'Failed today',
          <Link key="f" to="/videos" search={{ from, status: 'FAILED' }}>
            {failed}
          </Link>,
        ],
        [
          'Running now',
          <Link key="r" to="/videos" search={{ status: 'PROCESSING' }}>
            {running}
          </Link>,
        ],
        [
          'Credits',
          <Link key="b" to="/credits">
            {credits ? formatNumber(credits.available) : '–'}
          </Link>,
        ],
      ]}
    />
  );
}

/** The videos that wait or are being rendered; nothing without any. */
function Running() {
  const { data } = useVideos({ status: 'PROCESSING' });
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title="Running now">
      <Table caption="Running now" columns={RUNNING} rows={data.data.slice(0, SHOWN)} keyOf={({ id }) => id} />
    </Panel>
  );
}

const RUNNING: readonly Column<ListedVideo>[] = [
  { head: 'Video', isEssential: true, isWide: true, cell: (video) => <VideoCell video={video} /> },
  { head: 'Status', isEssential: true, cell: (video) => <VideoBadges video={video} /> },
  { head: 'Left', align: 'right', cell: ({ eta_seconds }) => (eta_seconds === null ? '' : `${eta_seconds} s`) },
];
