import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Video } from '#libs/client';
import { videoDetailsQuery } from '../../api/videos.ts';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { statusLabel } from './status-badge.tsx';
import styles from './video-page.module.css';

/** Stages of a video with their times, and the number of its render attempts. */
export function VideoStages({ video }: { video: Video }) {
  const details = useQuery({ ...videoDetailsQuery(video), placeholderData: keepPreviousData });
  const queuedAt = details.data?.queued_at ?? null;
  const stages = [
    { label: 'Accepted', at: video.created_at },
    { label: 'In the queue', at: queuedAt },
    { label: 'Rendering', at: video.started_at },
    { label: statusLabel(video.status), at: video.finished_at },
  ].filter((stage): stage is { label: string; at: string } => stage.at !== null);
  return (
    <Panel title="Stages">
      <Stack>
        <ol className={styles.stages}>
          {stages.map(({ label, at }, index) => (
            <li key={label}>
              <span className={styles.stage}>{label}</span>
              <div>
                <Time at={at} isLong />
                {index > 0 && <p className={styles.since}>{sinceText(stages[index - 1]!.at, at)} later</p>}
              </div>
            </li>
          ))}
        </ol>
        {details.data?.attempts && <Attempts {...details.data.attempts} />}
      </Stack>
    </Panel>
  );
}

function Attempts({ made, failed, lost }: { made: number; failed: number; lost: number }) {
  const parts = [
    made === 1 ? 'One attempt' : `${formatNumber(made)} attempts`,
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(lost > 0 ? [`${formatNumber(lost)} lost their renderer`] : []),
  ];
  return <p className={styles.since}>{parts.join(', ')}.</p>;
}

function sinceText(before: string, after: string): string {
  const ms = Math.max(0, Date.parse(after) - Date.parse(before));
  return ms < 1_000 ? `${ms} ms` : formatDuration(ms / 1_000);
}
