import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION, SESSION } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/panel.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';

/** Gives the organization another name. The session has it too, for the menu. */
export function NameForm({ name: present }: { name: string }) {
  const client = useQueryClient();
  const notify = useNotify();
  const rename = useMutation({
    mutationFn: (name: string) => unwrap(api.PATCH('/organization', { body: { name } })),
    onSuccess: async (organization) => {
      notify('The organization is renamed.');
      client.setQueryData(ORGANIZATION.own, organization);
      await client.invalidateQueries({ queryKey: SESSION.own });
    },
  });
  return (
    <form style={{ maxWidth: 480 }} onSubmit={readForm(['name'], ({ name }) => rename.mutate(name.trim()))}>
      <Stack>
        <TextField label="New name" name="name" pattern=".*\S.*" maxLength={200} defaultValue={present} required />
        {rename.error && <ErrorNote error={rename.error} />}
        <div>
          <Button type="submit" isBusy={rename.isPending}>
            Rename
          </Button>
        </div>
      </Stack>
    </form>
  );
}
