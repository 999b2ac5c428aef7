import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { readForm } from '../../ui/read-form.ts';
import { type ApiKey, keyName } from './key-status.tsx';

export function RenameKeyDialog({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => unwrap(api.PATCH('/keys/{id}', { params: { path: { id: key.id } }, body: { name } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ORGANIZATION.keys });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${keyName(key)}`}>
      <DialogForm
        onSubmit={readForm(['name'], ({ name }) => rename.mutate(name.trim()))}
        onClose={onClose}
        action="Save"
        isBusy={rename.isPending}
        error={rename.error}
      >
        <TextField
          label="Name"
          name="name"
          pattern=".*\S.*"
          maxLength={200}
          defaultValue={key.name ?? ''}
          required
          autoFocus
        />
      </DialogForm>
    </Dialog>
  );
}
