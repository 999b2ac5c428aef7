import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION_KEY } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Stack } from '../../ui/panel.tsx';
import { RoleField } from './role-field.tsx';

type Member = components['schemas']['Member'];

/** Changes what a member may do. It may be the user's own role: the session is read again. */
export function RoleDialog({ member: { id, name, role: present }, onClose }: { member: Member; onClose: () => void }) {
  const client = useQueryClient();
  const [role, setRole] = useState(present);
  const change = useMutation({
    mutationFn: () => unwrap(api.PATCH('/members/{id}', { params: { path: { id } }, body: { role } })),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: SESSION_KEY });
      await client.invalidateQueries({ queryKey: ['members'] });
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Role of ${name}`}>
      <Stack>
        <RoleField role={role} onRole={setRole} />
        {change.error && <ErrorNote error={change.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
            Save
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}
