import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/panel.tsx';
import { readForm } from '../../ui/read-form.ts';
import { type Key, nameOf } from './key-status.tsx';

export function RenameKeyDialog({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => unwrap(api.PATCH('/keys/{id}', { params: { path: { id: key.id } }, body: { name } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['keys'] });
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${nameOf(key)}`}>
      <form onSubmit={readForm(['name'], ({ name }) => rename.mutate(name.trim()))}>
        <Stack>
          <TextField
            label="Name"
            name="name"
            pattern=".*\S.*"
            maxLength={200}
            defaultValue={key.name ?? ''}
            required
            autoFocus
          />
          {rename.error && <ErrorNote error={rename.error} />}
          <Actions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" isBusy={rename.isPending}>
              Save
            </Button>
          </Actions>
        </Stack>
      </form>
    </Dialog>
  );
}
