import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { type ApiKey, keyName } from './key-status.tsx';

export function RevokeKeyDialog({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const revoke = useMutation({
    mutationFn: () => unwrap(api.POST('/keys/{id}/revoke', { params: { path: { id: key.id } } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ORGANIZATION.keys });
      notify('The key is revoked.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revoke ${keyName(key)}?`}
      action="Revoke"
      onConfirm={() => revoke.mutate()}
      isBusy={revoke.isPending}
      error={revoke.error}
    >
      Programs that use it are refused within 5 seconds. This cannot be undone.
    </ConfirmDialog>
  );
}
