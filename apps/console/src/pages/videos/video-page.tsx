import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Video } from '#libs/client';
import { useComments } from '../../api/reviews.ts';
import { templateQuery } from '../../api/templates.ts';
import { fileAddress, useLiveVideo, videoDetailsQuery, videoTitle } from '../../api/videos.ts';
import { ReviewPlayer } from '../../review/review-player.tsx';
import { type PlayedVideo, usePlayedVideo } from '../../review/use-played-video.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { formatBytes, formatDuration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VideoActions } from './video-actions.tsx';
import { VideoDeliveries } from './video-deliveries.tsx';
import styles from './video-page.module.css';
import { VideoPlayer, videoLabel } from './video-player.tsx';
import { VideoStages } from './video-stages.tsx';
import { creatorInWords, videoCost } from './video-words.ts';

const VideoReview = lazy(async () => ({ default: (await import('./video-review.tsx')).VideoReview }));
const RequestOfVideo = lazy(async () => ({ default: (await import('./video-request.tsx')).RequestOfVideo }));

const route = getRouteApi('/inside/videos/$id');

export function VideoPage() {
  const { id } = route.useParams();
  const query = useLiveVideo(id);
  const { data } = query;
  const played = usePlayedVideo();
  return (
    <>
      <PageHeader
        title={videoTitle({ id, metadata: data?.metadata ?? null })}
        trail={<Link to="/videos">Videos</Link>}
        description={data && <Badges video={data} />}
      >
        {query.data && <FileLink video={query.data} />}
        {query.data && <VideoActions video={query.data} />}
      </PageHeader>
      <Loaded query={query}>
        {(video) => (
          <div className={styles.columns}>
            <Stack gap="large">
              <Panel title="Video">
                {isPlayable(video) ? <CommentedVideo video={video} played={played} /> : <VideoPlayer video={video} />}
              </Panel>
              <Suspense>
                <RequestOfVideo video={video} />
              </Suspense>
              <VideoDeliveries video={video} />
            </Stack>
            <Stack gap="large">
              <Panel title="Facts">
                <VideoFacts video={video} />
              </Panel>
              {isPlayable(video) && (
                <Suspense>
                  <VideoReview video={video} played={played} />
                </Suspense>
              )}
              <VideoStages video={video} />
            </Stack>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Whether a video has a file. */
const isPlayable = ({ status, expires_at }: Video): boolean =>
  status === 'COMPLETED' && (expires_at === null || new Date(expires_at) > new Date());

function CommentedVideo({ video, played }: { video: Video; played: PlayedVideo }) {
  const { data: comments = [] } = useComments(video.id);
  return <ReviewPlayer video={video} label={videoLabel(video)} played={played} comments={comments} />;
}

function Badges({ video: { status, test } }: { video: Video }) {
  return (
    <span className={styles.badges}>
      <StatusBadge status={status} />
      {test && <Badge>Test</Badge>}
    </span>
  );
}

function FileLink({ video }: { video: Video }) {
  if (video.status !== 'COMPLETED') return null;
  return (
    <a className={buttonClass()} href={fileAddress(video.video_url)} download={`${video.id}.${video.format}`}>
      <Icon name="download" /> Download
    </a>
  );
}

function VideoFacts({ video }: { video: Video }) {
  const template = useQuery(templateQuery(video.template_id, video.template_version));
  const { created_by: maker, replaces, replaced_by } = useQuery(videoDetailsQuery(video)).data ?? {};
  return (
    <Facts
      facts={[
        ['Id', <CopyableId key="id" id={video.id} label="Copy the id" />],
        [
          'Template',
          <Link key="template" to="/templates/$id" params={{ id: video.template_id }}>
            {template.data ? `${template.data.name}, version` : 'Version'} {video.template_version}
          </Link>,
        ],
        ['Format', `${video.format}, ${video.width}×${video.height}, ${video.fps} frames a second`],
        ['Duration', formatDuration(video.duration)],
        ['Credits', videoCost(video)],
        ...(maker === null || maker === undefined ? [] : [['Made by', creatorInWords(maker)] as const]),
        ...(video.file_size === null ? [] : [['Size', formatBytes(video.file_size)] as const]),
        ['Created', <Time key="created" at={video.created_at} isLong />],
        ...(video.batch_id === null ? [] : [['Batch', <BatchLink key="batch" video={video} />] as const]),
        ...(replaces ? [['Corrects', <OtherVideo key="corrects" id={replaces} />] as const] : []),
        ...(replaced_by ? [['Replaced by', <OtherVideo key="replaced" id={replaced_by} />] as const] : []),
        ...(video.expires_at === null
          ? []
          : [['Kept until', <Time key="kept" at={video.expires_at} isLong />] as const]),
        ...(video.metadata === null ? [] : [['Metadata', video.metadata] as const]),
      ]}
    />
  );
}

function OtherVideo({ id }: { id: string }) {
  return (
    <Link to="/videos/$id" params={{ id }}>
      <code>{id.slice(0, 8)}</code>
    </Link>
  );
}

function BatchLink({ video }: { video: Video }) {
  if (video.batch_id === null) return null;
  return (
    <Link to="/batches/$id" params={{ id: video.batch_id }}>
      Row {video.batch_row}
    </Link>
  );
}
