import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { readForm } from '../../ui/read-form.ts';
import { PasskeyNameField } from './passkey-name-field.tsx';
import { type Passkey, passkeysQuery } from './second-factor-query.ts';

export function RenamePasskeyDialog({ of: { id, name }, onClose }: { of: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (chosen: string) =>
      unwrap(api.PATCH('/session/passkeys/{id}', { params: { path: { id } }, body: { name: chosen } })),
    onSuccess: async () => {
      await client.invalidateQueries(passkeysQuery);
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${name}`}>
      <DialogForm
        onSubmit={readForm(['name'], ({ name: chosen }) => rename.mutate(chosen.trim()))}
        onClose={onClose}
        action="Save"
        isBusy={rename.isPending}
        error={rename.error}
      >
        <PasskeyNameField value={name} />
      </DialogForm>
    </Dialog>
  );
}
