import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { readForm } from '../../ui/read-form.ts';

type Organization = components['schemas']['OperatorOrganization'];
const MOST = 10_000_000;

/** Changes how many requests a minute the keys of an organization may send. */
export function LimitDialog({
  organization: { id, name, rate_limit: present },
  onClose,
}: {
  organization: Organization;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const limit = useMutation({
    mutationFn: (rate_limit: number | null) =>
      unwrap(api.PATCH('/operator/organizations/{id}', { params: { path: { id } }, body: { rate_limit } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: OPERATOR.organizations });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Rate limit of ${name}`}>
      <DialogForm
        onSubmit={readForm(['limit'], ({ limit: text }) => limit.mutate(text === '' ? null : Number(text)))}
        onClose={onClose}
        action="Save"
        isBusy={limit.isPending}
        error={limit.error}
      >
        <TextField
          label="Requests a minute"
          name="limit"
          hint="All keys of the organization share them. Leave it empty for the default of this installation."
          type="number"
          min={1}
          max={MOST}
          defaultValue={present ?? ''}
          autoFocus
        />
      </DialogForm>
    </Dialog>
  );
}
