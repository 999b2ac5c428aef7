import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, type SyntheticEvent, useMemo, useState } from 'react';
import { type Template, unwrap } from '#libs/client';
import type { Json } from '#libs/document';
import { callerRequest, modificationsOf } from '../../api/caller-request.ts';
import { api } from '../../api/client.ts';
import { VIDEOS } from '../../api/query-keys.ts';
import { templateFieldsQuery } from '../../api/template-fields.ts';
import { sizesOf, type TemplateSize } from '../../api/template-sizes.ts';
import { rememberVideo } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlaybackStage } from './playback-stage.tsx';
import { firstFields } from './first-fields.ts';
import { keepWork, keptWork, type Work } from './kept-work.ts';
import { MakerField } from './maker-field.tsx';
import styles from './new-video.module.css';

const RequestAsCode = lazy(async () => ({ default: (await import('./request-as-code.tsx')).RequestAsCode }));

/**
 * A playback that changes while its texts are typed, and becomes the rendered one. What is typed and the video stay for the
 * session of the browser.
 */
export function VideoMaker({ template }: { template: Template }) {
  const fields = useQuery(templateFieldsQuery(template.id, template.version));
  return (
    <Loaded query={fields} loading={<Skeleton lines={8} />}>
      {(all) => <Maker template={template} fields={firstFields(all, template.document)} />}
    </Loaded>
  );
}

function Maker({ template, fields }: { template: Template; fields: ReturnType<typeof firstFields> }) {
  const [work, setWork] = useState(() => keptWork(template.id));
  /** The page whose text is being written. */
  const [page, setPage] = useState<number>();
  const { values, video } = work;
  const sizes = sizesOf(template);
  const size = sizes.find(({ name }) => name === work.size) ?? sizes[0];
  const become = (next: Work) => {
    setWork(next);
    keepWork(template.id, next);
  };
  const modifications = useMemo(() => {
    const changed = fields.flatMap((field) => {
      const value = values[field.path];
      return value === undefined ? [] : [{ ...field, value }];
    });
    return modificationsOf(changed);
  }, [fields, values]);
  const request = callerRequest(template.id, modifications, size.name);
  const body = JSON.stringify(request);
  const creation = useCreation((made) => become({ ...work, video: made }));
  const set = (path: string, value: Json | undefined) => {
    const others = Object.entries(values).filter(([each]) => each !== path);
    become({ ...work, values: Object.fromEntries(value === undefined ? others : [...others, [path, value]]) });
  };
  return (
    <Stack gap="large">
      <div className={styles.columns} data-tall={size.height > size.width}>
        <PlaybackStage
          template={template}
          modifications={modifications}
          size={size}
          page={page}
          videoId={video?.body === body ? video.id : undefined}
          onAgain={() => become({ ...work, video: undefined })}
        />
        <Panel title="Change it">
          <RenderForm
            isBusy={creation.isPending}
            error={creation.error}
            isRendered={video?.body === body}
            onRender={() => creation.mutate(request)}
          >
            {sizes.length > 1 && (
              <SizeField sizes={sizes} size={size} onSize={(name) => become({ ...work, size: name })} />
            )}
            {fields.map((field) => (
              <MakerField
                key={field.path}
                field={field}
                value={values[field.path]}
                onValue={(value) => set(field.path, value)}
                onFocus={() => setPage(field.page ?? undefined)}
                onBlur={() => setPage(undefined)}
              />
            ))}
          </RenderForm>
        </Panel>
      </div>
      <Suspense>
        <RequestAsCode request={request} />
      </Suspense>
    </Stack>
  );
}

interface SizeFieldProps {
  sizes: readonly TemplateSize[];
  size: TemplateSize;
  onSize: (name: string) => void;
}

function SizeField({ sizes, size, onSize }: SizeFieldProps) {
  const options = sizes.map(({ name, width, height }) => ({ value: name, label: `${name}, ${width} × ${height}` }));
  return <SelectField label="Size" value={size.name} onValue={onSize} options={options} />;
}

/** Creates a video. Its request is that which was sent, whatever has been changed until the response. */
function useCreation(onCreated: (made: NonNullable<Work['video']>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReturnType<typeof callerRequest>) => unwrap(api.POST('/videos', { body })),
    onSuccess: (video, request) => {
      rememberVideo(client, video);
      onCreated({ id: video.id, body: JSON.stringify(request) });
      void client.invalidateQueries({ queryKey: VIDEOS.lists });
    },
  });
}

interface RenderFormProps {
  isBusy: boolean;
  error: Error | null;
  /** Whether there is a video of exactly these values. */
  isRendered: boolean;
  onRender: () => void;
  children: ReactNode;
}

function RenderForm({ isBusy, error, isRendered, onRender, children }: RenderFormProps) {
  const mayWrite = useMay('write');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (mayWrite) onRender();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {error && <ErrorNote error={error} />}
        {mayWrite ? (
          <Button look={isRendered ? 'plain' : 'primary'} type="submit" isBusy={isBusy}>
            {isRendered ? 'Render again' : 'Render'}
          </Button>
        ) : (
          <p>As a viewer you may not render. Ask an owner of your organization to make you an editor.</p>
        )}
      </Stack>
    </form>
  );
}
