import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { readForm } from '../../ui/read-form.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useNotify } from '../../ui/toast.tsx';

type Organization = components['schemas']['OperatorOrganization'];
const MOST = 1_000_000_000;
const SHOWN = 3;

/** Adds credits to an organization; shows what it was granted before. */
export function GrantDialog({
  organization: { id, name },
  onClose,
}: {
  organization: Organization;
  onClose: () => void;
}) {
  const notify = useNotify();
  const client = useQueryClient();
  const grant = useMutation({
    mutationFn: (body: { amount: number; reason: string }) =>
      unwrap(api.POST('/operator/organizations/{id}/grants', { params: { path: { id } }, body })),
    onSuccess: async ({ amount }) => {
      await client.invalidateQueries({ queryKey: OPERATOR.all });
      notify(`${name} has ${formatNumber(amount)} credits more`);
      onClose();
    },
  });
  const submit = readForm(['amount', 'reason'], ({ amount, reason }) =>
    grant.mutate({ amount: Number(amount), reason: reason.trim() }),
  );
  return (
    <Dialog isOpen onClose={onClose} title={`Grant credits to ${name}`}>
      <DialogForm onSubmit={submit} onClose={onClose} action="Grant" isBusy={grant.isPending} error={grant.error}>
        <TextField label="Credits" name="amount" type="number" min={1} max={MOST} required autoFocus />
        <TextField
          label="Reason"
          name="reason"
          hint="For operators. The organization does not see it."
          pattern=".*\S.*"
          maxLength={500}
          required
        />
        <LatestGrants id={id} />
      </DialogForm>
    </Dialog>
  );
}

function LatestGrants({ id }: { id: string }) {
  const grants = useQuery({
    queryKey: OPERATOR.grants(id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/operator/organizations/{id}/grants', { params: { path: { id }, query: { limit: SHOWN } }, signal }),
      ),
  });
  return (
    <Loaded query={grants} loading={<Skeleton lines={1} />}>
      {({ data }) =>
        data.length > 0 && <Table caption="Latest grants" columns={COLUMNS} rows={data} keyOf={(each) => each.id} />
      }
    </Loaded>
  );
}

const COLUMNS: readonly Column<components['schemas']['CreditGrant']>[] = [
  { head: 'Granted', isEssential: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Reason', isWide: true, isEssential: true, cell: ({ reason }) => reason ?? '–' },
  { head: 'Credits', isEssential: true, align: 'right', cell: ({ amount }) => formatNumber(amount) },
];
