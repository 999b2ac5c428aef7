import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type CSSProperties, lazy, Suspense } from 'react';
import { type Batch, batchQuery } from '../../api/batches.ts';
import { templateQuery } from '../../api/templates.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Time } from '../../ui/time.tsx';
import { BatchBadge, batchName } from './batch-badge.tsx';
import { BatchVideoList } from './batch-videos.tsx';
import styles from './batches.module.css';

const route = getRouteApi('/inside/batches/$id');

/** Loaded beside the page, with the questions that it asks. */
const BatchActions = lazy(async () => ({ default: (await import('./batch-actions.tsx')).BatchActions }));

export function BatchPage() {
  const { id } = route.useParams();
  const query = useQuery(batchQuery(id));
  const batch = query.data;
  return (
    <>
      <PageHeader
        title={batch ? batchName(batch) : `Batch ${id.slice(0, 8)}`}
        trail={<Link to="/batches">Batches</Link>}
        description={batch && <BatchBadge batch={batch} />}
      >
        {batch && batch.videos.completed > 0 && <ArchiveLink id={id} />}
        {batch && <ManifestLink id={id} />}
        {batch && (
          <Suspense fallback={null}>
            <BatchActions batch={batch} />
          </Suspense>
        )}
      </PageHeader>
      <Loaded query={query}>
        {(loaded) => (
          <Stack gap="large">
            <Panel title="Progress">
              <Progress batch={loaded} />
            </Panel>
            <Panel title="Facts">
              <BatchFacts batch={loaded} />
            </Panel>
            <BatchVideoList batch={loaded} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** The files of all videos that are finished, as one. */
function ArchiveLink({ id }: { id: string }) {
  return (
    <a className={buttonClass()} href={`/v1/batches/${id}/archive`} download={`batch-${id}.zip`}>
      <Icon name="download" /> Videos
    </a>
  );
}

/** Every row with its video, as a file. */
function ManifestLink({ id }: { id: string }) {
  return (
    <a className={buttonClass()} href={`/v1/batches/${id}/manifest?format=csv`} download={`batch-${id}.csv`}>
      <Icon name="download" /> Manifest
    </a>
  );
}

function Progress({ batch }: { batch: Batch }) {
  const { completed, processing, failed, canceled } = batch.videos;
  const counts = [
    ['Completed', completed],
    ['Waiting or rendering', processing],
    ['Failed', failed],
    ['Canceled', canceled],
  ] as const;
  const share = failed && (failed / (completed + failed + canceled)) * 100;
  const style: CSSProperties & { '--failed': string } = { '--failed': `${share}%` };
  return (
    <Stack>
      <div className={styles.progress} style={style}>
        <ProgressBar value={batch.progress} label="Progress of the batch" />
      </div>
      <dl className={styles.counts}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

function BatchFacts({ batch }: { batch: Batch }) {
  const template = useQuery(templateQuery(batch.template_id, batch.template_version));
  const { held, captured, released, total } = batch.credits;
  const name = template.data ? `${template.data.name}, version` : 'Version';
  return (
    <Facts
      facts={[
        ['Id', <CopyableId key="id" id={batch.id} label="Copy the id" />],
        ['Template', `${name} ${batch.template_version}`],
        ['Format', batch.test ? `${batch.format}, test videos` : batch.format],
        [
          'Credits',
          `${formatNumber(total)}: ${formatNumber(captured)} paid, ${formatNumber(held)} held, ${formatNumber(released)} returned`,
        ],
        ['Created', <Time key="created" at={batch.created_at} isLong />],
        ...(batch.finished_at === null
          ? []
          : [['Finished', <Time key="finished" at={batch.finished_at} isLong />] as const]),
        ...(batch.retry_of === null
          ? []
          : [
              [
                'Retry of',
                <Link key="retry" to="/batches/$id" params={{ id: batch.retry_of }}>
                  <code>{batch.retry_of.slice(0, 8)}</code>
                </Link>,
              ] as const,
            ]),
      ]}
    />
  );
}
