import { useMutation } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { useMemberChanged } from './use-member-changed.ts';

type Member = components['schemas']['Member'];

/** Removes a member, who may be the user. */
export function RemoveMemberDialog({ member: { id, name }, onClose }: { member: Member; onClose: () => void }) {
  const changed = useMemberChanged();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/members/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notify(`${name} is no longer a member.`);
      onClose();
      await changed();
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
