import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, type Video, VIDEO_PLAYERS } from '#libs/client';
import { sameJson } from '#libs/document';
import { api } from '../../api/client.ts';
import { OWN_SIZE } from '../../api/template-sizes.ts';
import { TEMPLATES, VIDEOS } from '../../api/query-keys.ts';
import { fileAddress, rememberVideo, useLiveVideo } from '../../api/videos.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { DraftSync } from '../draft/draft-scope.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { sourceOf } from '../model/editor-state.ts';
import { sizeNames } from '../model/sized-document.ts';
import styles from './render-form.module.css';

const FORMATS = ['mp4', 'webm', 'gif'] as const;
type Format = (typeof FORMATS)[number];

/** Orders a video of the template as it stands, and shows its progress. */
export function RenderForm({ draft }: { draft: DraftSync }) {
  const { templateId } = useEditor();
  const client = useQueryClient();
  const [format, setFormat] = useState<Format>('mp4');
  const sizes = useEditorState((state) => sizeNames(sourceOf(state)), sameJson);
  const shownSize = useEditorState((state) => state.size);
  const [size, setSize] = useState(sizes.includes(shownSize) ? shownSize : OWN_SIZE);
  const isChanged = draft.draft.updated_at !== null;
  const order = useMutation({
    mutationFn: async () => {
      if (isChanged) await draft.saver.publish();
      const inSize = size === OWN_SIZE ? {} : { size };
      const video = await unwrap(api.POST('/videos', { body: { template_id: templateId, format, ...inSize } }));
      rememberVideo(client, video);
      await Promise.all([TEMPLATES.all, VIDEOS.lists].map((queryKey) => client.invalidateQueries({ queryKey })));
      return video;
    },
  });
  if (order.data) return <OrderedVideo id={order.data.id} />;
  return (
    <div className={styles.form}>
      <SelectField
        label="Format"
        value={format}
        onValue={(value) => setFormat(FORMATS.find((each) => each === value) ?? 'mp4')}
        options={FORMATS.map((each) => ({ value: each, label: each }))}
      />
      {sizes.length > 1 && (
        <SelectField
          label="Size"
          value={size}
          onValue={setSize}
          options={sizes.map((each) => ({ value: each, label: each }))}
        />
      )}
      {isChanged && <p>The draft is published as version {draft.draft.latest_version + 1} before.</p>}
      {order.error && <ErrorNote error={order.error} />}
      <Actions>
        <Button look="primary" isBusy={order.isPending} onClick={() => order.mutate()}>
          {isChanged ? 'Publish and render' : 'Render'}
        </Button>
      </Actions>
    </div>
  );
}

/** The progress of a video, then the video with its download. */
function OrderedVideo({ id }: { id: string }) {
  const { data: video } = useLiveVideo(id);
  if (!video) return null;
  return (
    <div className={styles.form} role="status">
      <Shown video={video} />
      <Actions>
        <Link to="/videos/$id" params={{ id }}>
          Open the video
        </Link>
        {video.status === 'COMPLETED' && (
          <a href={fileAddress(video.video_url)} download={`${id}.${video.format}`} className={styles.download}>
            <Icon name="download" /> Download
          </a>
        )}
      </Actions>
    </div>
  );
}

/** The video, its progress, or the reason why there is none. */
function Shown({ video }: { video: Video }) {
  if (video.status === 'PROCESSING') {
    return (
      <>
        <ProgressBar value={video.progress} label="Progress of the video" />
        <p>
          {video.started_at === null ? 'Waiting for a renderer' : `${Math.round(video.progress)} %`}
          {video.eta_seconds !== null && ` · about ${video.eta_seconds} s left`}
        </p>
      </>
    );
  }
  if (video.status !== 'COMPLETED') return <p>{video.error?.message ?? 'The video was canceled.'}</p>;
  const file = { src: fileAddress(video.video_url), className: styles.video };
  if (VIDEO_PLAYERS[video.format] === 'image') return <img {...file} alt="The video" />;
  return <video {...file} controls autoPlay muted loop aria-label="The video" />;
}
