import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, type Video } from '#libs/client';
import { api } from '../../api/client.ts';
import { VIDEOS } from '../../api/query-keys.ts';
import { rememberVideo, videoQuery } from '../../api/videos.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useNotify } from '../../ui/toast.tsx';

export function VideoActions({ video }: { video: Video }) {
  if (!useMay('write')) return null;
  return video.status === 'PROCESSING' ? <CancelAction video={video} /> : <DeleteAction video={video} />;
}

function CancelAction({ video }: { video: Video }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const notify = useNotify();
  const cancel = useMutation({
    mutationFn: () => unwrap(api.POST('/videos/{id}/cancel', { params: { path: { id: video.id } } })),
    onSuccess: (canceled) => {
      rememberVideo(client, canceled);
      notify('The video is canceled; its credits are returned.');
      setOpen(false);
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel video</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Cancel this video?"
        action="Cancel video"
        onConfirm={() => cancel.mutate()}
        isBusy={cancel.isPending}
        error={cancel.error}
      >
        Rendering stops and its {video.credits} credits are returned.
      </ConfirmDialog>
    </>
  );
}

function DeleteAction({ video }: { video: Video }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/videos/{id}', { params: { path: { id: video.id } } })),
    onSuccess: async () => {
      notify('The video is deleted.');
      await navigate({ to: '/videos' });
      client.removeQueries(videoQuery(video.id));
      await client.invalidateQueries({ queryKey: VIDEOS.lists });
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete this video?"
        action="Delete"
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
        error={remove.error}
      >
        Its file and its poster are deleted with it. This cannot be undone; what it cost is not returned.
      </ConfirmDialog>
    </>
  );
}
