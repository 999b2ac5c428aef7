import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { readForm } from '../../ui/read-form.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

type Body = components['schemas']['CreateOrganizationBody'];

/** Creates an organization, and shows the link for its first owner. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (body: Body) => unwrap(api.POST('/operator/organizations', { body })),
    onSuccess: async ({ invitation_url }) => {
      await client.invalidateQueries({ queryKey: OPERATOR.organizations });
      if (invitation_url === null) onClose();
    },
  });
  const url = create.data?.invitation_url ?? null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={url === null ? 'New organization' : 'The organization exists'}
      isShownOnce={url !== null}
    >
      {url === null ? (
        <OrganizationForm
          onBody={(body) => create.mutate(body)}
          onClose={onClose}
          isBusy={create.isPending}
          error={create.error}
        />
      ) : (
        <ShownOnce code={url} label="invitation" done="Done" onDone={onClose}>
          Give this link to its first owner. It works once and for 7 days, and is shown only now.
        </ShownOnce>
      )}
    </Dialog>
  );
}

function OrganizationForm({
  onBody,
  onClose,
  isBusy,
  error,
}: {
  onBody: (body: Body) => void;
  onClose: () => void;
  isBusy: boolean;
  error: Error | null;
}) {
  const submit = readForm(['name', 'owner'], ({ name, owner }) =>
    onBody({ name: name.trim(), ...(owner !== '' && { owner_email: owner }) }),
  );
  return (
    <DialogForm onSubmit={submit} onClose={onClose} action="Create" isBusy={isBusy} error={error}>
      <TextField label="Name" name="name" pattern=".*\S.*" maxLength={200} required autoFocus />
      <TextField
        label="E-mail of its first owner"
        name="owner"
        type="email"
        maxLength={254}
        hint="You get a link for this person. Nothing is sent."
      />
    </DialogForm>
  );
}
