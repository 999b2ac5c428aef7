import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION_KEY } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useNotify } from '../../ui/toast.tsx';

type Member = components['schemas']['Member'];

/** Removes a member. It may be the user: the session is read again. */
export function RemoveMemberDialog({ member: { id, name }, onClose }: { member: Member; onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/members/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notify(`${name} is no longer a member.`);
      onClose();
      await client.invalidateQueries({ queryKey: SESSION_KEY });
      await client.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Remove ${name}?`}
      action="Remove"
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      error={remove.error}
    >
      The sessions of this member end at once. Templates, videos and keys stay.
    </ConfirmDialog>
  );
}
