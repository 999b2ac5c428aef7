import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { asksForCode, CodeField, usePasskeyProof } from '../../session/code-field.tsx';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { faultOf } from '../../ui/error-state.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Passkey, refreshFactors } from './second-factor-query.ts';

/** Something that asks for the password and the second factor first. */
export type ProvenDeed = { do: 'renew' } | { do: 'remove-app' } | { do: 'remove-passkey'; of: Passkey };
type Proof = components['schemas']['ProveSecondFactorBody'];

function textsOf(deed: ProvenDeed): { title: string; action: string; done: string } {
  switch (deed.do) {
    case 'renew':
      return { title: 'New recovery codes', action: 'Make new codes', done: '' };
    case 'remove-app':
      return { title: 'Remove the authenticator app', action: 'Remove', done: 'The authenticator app is removed.' };
    case 'remove-passkey':
      return { title: `Remove ${deed.of.name}`, action: 'Remove', done: `${deed.of.name} is removed.` };
  }
}

/** @returns the recovery codes, if the deed makes new ones */
async function perform(deed: ProvenDeed, body: Proof): Promise<readonly string[] | undefined> {
  switch (deed.do) {
    case 'renew':
      return (await unwrap(api.POST('/session/second-factor/recovery-codes', { body }))).recovery_codes;
    case 'remove-app':
      return unwrap(api.POST('/session/second-factor/remove', { body })).then(() => undefined);
    case 'remove-passkey':
      return unwrap(api.POST('/session/passkeys/{id}/remove', { params: { path: { id: deed.of.id } }, body })).then(
        () => undefined,
      );
  }
}

/** Asks for the password and a code or a passkey, and then does the deed. */
export function ProveFactorDialog({ deed, onClose }: { deed: ProvenDeed; onClose: () => void }) {
  const { user } = useSession();
  const client = useQueryClient();
  const notify = useNotify();
  const proof = usePasskeyProof();
  const { title, action, done } = textsOf(deed);
  const prove = useMutation({
    mutationFn: ({ code, current_password }: Record<'current_password' | 'code', string>) =>
      perform(deed, { current_password, ...proof.proofWith(code) }),
    onError: () => proof.ask.reset(),
    onSuccess: async (codes) => {
      await refreshFactors(client);
      if (codes) return;
      notify(done);
      onClose();
    },
  });
  const fault = faultOf(prove.error, 'current_password');
  return (
    <Dialog isOpen onClose={onClose} title={title} isShownOnce={prove.data !== undefined}>
      {prove.data ? (
        <RecoveryCodes codes={prove.data} onDone={onClose} />
      ) : (
        <DialogForm
          onSubmit={readForm(['current_password', 'code'], (values) => prove.mutate(values))}
          onClose={onClose}
          action={action}
          isBusy={prove.isPending}
          error={fault === undefined && !asksForCode(prove.error) ? prove.error : null}
        >
          {user.has_password && <CurrentPasswordField fault={fault} />}
          <CodeField error={prove.error} proof={proof} />
        </DialogForm>
      )}
    </Dialog>
  );
}
