import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import type { Role } from '../../session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/panel.tsx';
import { readForm } from '../../ui/read-form.ts';
import { RoleField } from './role-field.tsx';

type Body = components['schemas']['CreateInvitationBody'];

/** Invites a person, and shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [role, setRole] = useState<Role>('viewer');
  const invite = useMutation({
    mutationFn: (body: Body) => unwrap(api.POST('/invitations', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  const { data } = invite;
  if (data) {
    return (
      <Dialog isOpen onClose={onClose} title="The invitation">
        <Stack>
          <p>Give this link to {data.email}. It works once and for 7 days, and is shown only now. Nothing is sent.</p>
          <CodeBlock code={data.url} label="the link" />
          <Actions>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </Actions>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title="Invite a person">
      <form onSubmit={readForm(['email'], ({ email }) => invite.mutate({ email: email.trim(), role }))}>
        <Stack>
          <TextField label="E-mail" name="email" type="email" maxLength={254} required autoFocus />
          <RoleField role={role} onRole={setRole} />
          {invite.error && <ErrorNote error={invite.error} />}
          <Actions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" isBusy={invite.isPending}>
              Invite
            </Button>
          </Actions>
        </Stack>
      </form>
    </Dialog>
  );
}
