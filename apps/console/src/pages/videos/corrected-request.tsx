import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, type Video, type VideoRequest } from '#libs/client';
import { api } from '../../api/client.ts';
import { BATCHES, VIDEOS } from '../../api/query-keys.ts';
import { rememberVideo, videoDetailsQuery } from '../../api/videos.ts';
import { fieldOfPath } from '../../api/field-path.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { errorBeside, faultOf, Notice } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { failedValue, type RequestValue, requestValues, withRequestValue } from './request-values.ts';
import { isFailedRow } from './video-words.ts';

interface CorrectedRequestProps {
  video: Video;
  onClose: () => void;
}

/** The form of the values of the request of a video, which renders them when they are corrected. */
export function CorrectedRequest(properties: CorrectedRequestProps) {
  const details = useQuery(videoDetailsQuery(properties.video));
  return (
    <Loaded query={details}>
      {({ request }) =>
        request === null ? (
          <p>The request of this video is not kept: it was large, or is old.</p>
        ) : (
          <RequestForm first={request as unknown as VideoRequest} {...properties} />
        )
      }
    </Loaded>
  );
}

function RequestForm({ first, video, onClose }: CorrectedRequestProps & { first: VideoRequest }) {
  const [request, setRequest] = useState(first);
  const { mutate, isPending, error } = useOrder(video, onClose);
  const values = requestValues(request).map((each) => ({ ...each, field: fieldOfPath(each.path) }));
  const why = video.error?.message ?? '';
  const failed = failedValue(why);
  const unchanged = new Set(requestValues(first).map(({ label, value }) => `${label} ${value}`));
  return (
    <DialogForm
      onSubmit={() => mutate(request)}
      onClose={onClose}
      action="Render"
      isBusy={isPending}
      error={errorBeside(
        error,
        values.map(({ field }) => field),
      )}
    >
      {why !== '' && !values.some(({ label }) => label === failed?.label) && <Notice>{why}</Notice>}
      {values.map(({ field, ...each }) => {
        const isFailed = each.label === failed?.label && unchanged.has(`${each.label} ${each.value}`);
        return (
          <ValueField
            key={field}
            of={each}
            fault={faultOf(error, field) ?? (isFailed ? failed.reason : undefined)}
            onValue={(value) => setRequest(withRequestValue(request, each.path, value))}
          />
        );
      })}
    </DialogForm>
  );
}

interface ValueFieldProps {
  of: RequestValue;
  fault: string | undefined;
  onValue: (value: RequestValue['value']) => void;
}

function ValueField({ of: { label, value }, fault, onValue }: ValueFieldProps) {
  if (typeof value === 'boolean') return <CheckField label={label} checked={value} onChecked={onValue} />;
  const shared = { label, value, fault };
  if (typeof value === 'string') return <TextField {...shared} onChange={({ target }) => onValue(target.value)} />;
  return (
    <TextField {...shared} type="number" step="any" onChange={({ target }) => onValue(target.valueAsNumber || 0)} />
  );
}

/** Orders a corrected request: in the place of a failed row of a batch, which is then opened, or as another video. */
function useOrder(video: Video, onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const isRow = isFailedRow(video);
  return useMutation({
    mutationFn: (body: VideoRequest) => {
      const path = { id: video.id };
      return unwrap(
        isRow ? api.POST('/videos/{id}/correct', { body, params: { path } }) : api.POST('/videos', { body }),
      );
    },
    onSuccess: async (made) => {
      onClose();
      rememberVideo(client, made);
      notify(isRow ? `Row ${made.batch_row} is being rendered again.` : 'The corrected video is being rendered.');
      const stale = [VIDEOS.lists, VIDEOS.one(video.id), BATCHES.all];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
      const { id, batch_id: batch } = made;
      if (batch === null) return navigate({ to: '/videos/$id', params: { id } });
      return navigate({
        to: '/batches/$id',
        params: { id: batch },
        // A filter by status would hide the row.
        search: ({ view, offset, status }) => ({ view, ...(!status && { offset }) }),
        resetScroll: false,
      });
    },
  });
}
