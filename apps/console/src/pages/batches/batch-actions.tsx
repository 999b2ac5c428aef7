import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { type Batch, batchQuery } from '../../api/batches.ts';
import { api } from '../../api/client.ts';
import { BATCHES, VIDEOS } from '../../api/query-keys.ts';
import { newIdempotencyKey } from '../../api/new-key.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useNotify } from '../../ui/toast.tsx';

/** Actions that the present state of a batch allows. */
export function BatchActions({ batch }: { batch: Batch }) {
  const mayWrite = useMay('write');
  if (!mayWrite) return null;
  if (batch.status === 'PROCESSING') return batch.canceled_at === null && <CancelAction batch={batch} />;
  return batch.videos.failed > 0 && <RetryAction batch={batch} />;
}

function CancelAction({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const notify = useNotify();
  const cancel = useMutation({
    mutationFn: () => unwrap(api.POST('/batches/{id}/cancel', { params: { path: { id: batch.id } } })),
    onSuccess: async (canceled) => {
      client.setQueryData(batchQuery(batch.id).queryKey, canceled);
      setOpen(false);
      notify('The rest of the batch is being canceled.');
      await client.invalidateQueries({ queryKey: VIDEOS.lists });
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel batch</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Cancel this batch?"
        action="Cancel batch"
        onConfirm={() => cancel.mutate()}
        isBusy={cancel.isPending}
        error={cancel.error}
      >
        {formatNumber(batch.videos.processing)} videos have not ended. Rendering stops and their credits are returned.
      </ConfirmDialog>
    </>
  );
}

function RetryAction({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const client = useQueryClient();
  const navigate = useNavigate();
  const count = `${formatNumber(batch.videos.failed)} ${batch.videos.failed === 1 ? 'video' : 'videos'}`;
  const retry = useMutation({
    mutationFn: () => {
      const params = { path: { id: batch.id }, header: { 'Idempotency-Key': key } };
      return unwrap(api.POST('/batches/{id}/retry', { params }));
    },
    onSuccess: async ({ id }) => {
      setOpen(false);
      await client.invalidateQueries({ queryKey: BATCHES.lists });
      await navigate({ to: '/batches/$id', params: { id } });
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Retry failed</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Render ${count} again?`}
        action="Retry failed"
        look="primary"
        onConfirm={() => retry.mutate()}
        isBusy={retry.isPending}
        error={retry.error}
      >
        A new batch is made of the rows that failed, at the same price.
      </ConfirmDialog>
    </>
  );
}
