import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import type { Role } from '../../session/roles.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { readForm } from '../../ui/read-form.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { RoleField } from './role-field.tsx';

type Body = components['schemas']['CreateInvitationBody'];

/** Invites a person, and shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('viewer');
  const invite = useMutation({
    mutationFn: (body: Body) => unwrap(api.POST('/invitations', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ORGANIZATION.invitations }),
  });
  const { data } = invite;
  if (data) {
    return (
      <Dialog isOpen onClose={onClose} title="The invitation" isShownOnce>
        <ShownOnce code={data.url} label="the link" done="Done" onDone={onClose}>
          Give this link to {data.email}. It works once and for 7 days, and is shown only now. Nothing is sent.
        </ShownOnce>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title="Invite a person">
      <DialogForm
        onSubmit={readForm(['email'], ({ email }) => invite.mutate({ email: email.trim(), role }))}
        onClose={onClose}
        action="Invite"
        isBusy={invite.isPending}
        error={invite.error}
      >
        <TextField label="E-mail" name="email" type="email" maxLength={254} required autoFocus />
        <RoleField role={role} onRole={setRole} />
      </DialogForm>
    </Dialog>
  );
}
