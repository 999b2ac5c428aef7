import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, type VideoRequest } from '#libs/client';
import { api } from '../../api/client.ts';
import { VIDEOS } from '../../api/query-keys.ts';
import { rememberVideo } from '../../api/videos.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { requestValues, withRequestValue } from './request-values.ts';

/** The form of the values of a request, which renders them when they are corrected. */
export function CorrectedRequest({ first, onClose }: { first: VideoRequest; onClose: () => void }) {
  const [request, setRequest] = useState(first);
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const create = useMutation({
    mutationFn: () => unwrap(api.POST('/videos', { body: request })),
    onSuccess: async (video) => {
      onClose();
      rememberVideo(client, video);
      notify('The corrected video is being rendered.');
      await client.invalidateQueries({ queryKey: VIDEOS.lists });
      await navigate({ to: '/videos/$id', params: { id: video.id } });
    },
  });
  return (
    <DialogForm
      onSubmit={() => create.mutate()}
      onClose={onClose}
      action="Render"
      isBusy={create.isPending}
      error={create.error}
    >
      {requestValues(request).map(({ path, label, value }) => (
        <TextField
          key={path.join('.')}
          label={label}
          value={value}
          {...(typeof value === 'number' && { type: 'number', step: 'any' })}
          onChange={({ target }) => {
            const next = typeof value === 'number' ? target.valueAsNumber || 0 : target.value;
            setRequest(withRequestValue(request, path, next));
          }}
        />
      ))}
    </DialogForm>
  );
}
