import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, type Video, type VideoRequest as Request } from '#libs/client';
import { api } from '../../api/client.ts';
import { VIDEOS } from '../../api/query-keys.ts';
import { newIdempotencyKey } from '../../api/new-key.ts';
import { LANGUAGES, requestCode } from '../../api/request-code.ts';
import { rememberVideo, videoDetailsQuery } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { ChangeAndRender } from './change-and-render.tsx';
import styles from './video-page.module.css';

/** The request that the video was created from, and what one can do with it. */
export function RequestOfVideo({ video }: { video: Video }) {
  const details = useQuery({ ...videoDetailsQuery(video), placeholderData: keepPreviousData });
  return (
    <Panel
      title="Request"
      actions={
        <Link
          to="/templates/$id/edit"
          params={{ id: video.template_id }}
          search={{ video: video.id }}
          className={buttonClass({ size: 'small' })}
        >
          Open in editor
        </Link>
      }
    >
      <Loaded query={details} loading={<Skeleton lines={3} />}>
        {({ request }) =>
          request === null ? (
            <p className={styles.since}>The request of this video is not kept: it was large, or is old.</p>
          ) : (
            <KeptRequest request={request as unknown as Request} video={video} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function KeptRequest({ request, video }: { request: Request; video: Video }) {
  const { credits } = video;
  const check = useMutation({ mutationFn: () => unwrap(api.POST('/videos/validate', { body: request })) });
  const again = useRunAgain(request);
  const mayWrite = useMay('write');
  return (
    <Stack>
      <Tabs label="Form of the request" tabs={formsOf(request)} />
      {check.error && <ErrorNote error={check.error} />}
      {check.data && <Findings findings={[...check.data.errors, ...check.data.warnings]} isValid={check.data.valid} />}
      {again.error && <ErrorNote error={again.error} />}
      {mayWrite && (
        <Actions>
          <ChangeAndRender video={video} />
          <Button isBusy={check.isPending} onClick={() => check.mutate()}>
            Check for warnings
          </Button>
          <Button look="primary" isBusy={again.isPending} onClick={() => again.mutate()}>
            Run again{credits > 0 && ` for ${formatNumber(credits)} ${credits === 1 ? 'credit' : 'credits'}`}
          </Button>
        </Actions>
      )}
    </Stack>
  );
}

/** The request as JSON, and as the call that sends it. */
function formsOf(request: Request) {
  const json = <CodeBlock code={JSON.stringify(request, null, 2)} label="the request" />;
  const calls = LANGUAGES.map((name) => {
    const code = requestCode(name, `${window.location.origin}/v1`, request);
    return { name, label: name, content: <CodeBlock code={code} label={`the call in ${name}`} /> };
  });
  return [{ name: 'JSON', label: 'JSON', content: json }, ...calls];
}

function useRunAgain(body: Request) {
  const [key, setKey] = useState(newIdempotencyKey);
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/videos', { body, params: { header: { 'Idempotency-Key': key } } })),
    onSuccess: async (video) => {
      setKey(newIdempotencyKey());
      rememberVideo(client, video);
      notify('The video is being rendered again.');
      await client.invalidateQueries({ queryKey: VIDEOS.lists });
      await navigate({ to: '/videos/$id', params: { id: video.id } });
    },
  });
}

interface Finding {
  field: string;
  message: string;
}

/** Findings of the check: faults, then warnings. */
function Findings({ findings, isValid }: { findings: readonly Finding[]; isValid: boolean }) {
  if (findings.length === 0) return <p role="status">No warnings: everything in the request is drawn as it says.</p>;
  return (
    <div role="status" className={isValid ? styles.warnings : styles.faults}>
      <ul>
        {findings.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
