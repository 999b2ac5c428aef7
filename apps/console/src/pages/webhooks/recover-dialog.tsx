import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { WEBHOOKS } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/field.tsx';
import { useNotify } from '../../ui/toast.tsx';

const HOUR_MS = 3_600_000;
/**
 * Periods to recover. The API takes 14 days at most; the longest is an hour less, so that a slow clock is not refused.
 */
const PERIODS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last day' },
  { value: '168', label: 'The last week' },
  { value: String(14 * 24 - 1), label: 'The last 14 days' },
];

/**
 * Sends the events again that the webhook missed: deliveries that failed or were canceled, and events while it was
 * disabled.
 */
export function RecoverDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const client = useQueryClient();
  const notify = useNotify();
  const recover = useMutation({
    mutationFn: () => {
      const body = { since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() };
      return unwrap(api.POST('/webhooks/{webhook_id}/recover', { params: { path: { webhook_id: id } }, body }));
    },
    onSuccess: async () => {
      notify('Missed events are being sent again.');
      onClose();
      await client.invalidateQueries({ queryKey: WEBHOOKS.deliveries(id) });
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Send missed events again"
      description="Events that did not arrive are delivered once more, with their ids. What arrived is not repeated."
    >
      <DialogForm
        onSubmit={() => recover.mutate()}
        onClose={onClose}
        action="Send again"
        isBusy={recover.isPending}
        error={recover.error}
      >
        <SelectField label="Missed in" options={PERIODS} value={hours} onValue={setHours} />
      </DialogForm>
    </Dialog>
  );
}
