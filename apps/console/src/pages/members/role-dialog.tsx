import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { RoleField } from './role-field.tsx';
import { useMemberChanged } from './use-member-changed.ts';

type Member = components['schemas']['Member'];

/** Changes what a member may do. It may be the user's own role. */
export function RoleDialog({ member: { id, name, role: present }, onClose }: { member: Member; onClose: () => void }) {
  const changed = useMemberChanged();
  const [role, setRole] = useState(present);
  const change = useMutation({
    mutationFn: () => unwrap(api.PATCH('/members/{id}', { params: { path: { id } }, body: { role } })),
    onSuccess: async () => {
      onClose();
      await changed();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Role of ${name}`}>
      <DialogForm
        onSubmit={() => change.mutate()}
        onClose={onClose}
        action="Save"
        isBusy={change.isPending}
        error={change.error}
      >
        <RoleField role={role} onRole={setRole} />
      </DialogForm>
    </Dialog>
  );
}
