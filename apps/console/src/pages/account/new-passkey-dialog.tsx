import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { asksForCode, CodeField, useCodeAsked, usePasskeyProof } from '../../session/code-field.tsx';
import { makePasskey } from '../../session/passkeys.ts';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { faultOf } from '../../ui/error-state.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';
import { browserName } from './browser-name.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { PasskeyNameField } from './passkey-name-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { refreshFactors } from './second-factor-query.ts';

type Values = Record<'name' | 'current_password' | 'code', string>;

/** Adds a passkey: its name and the proofs of the user, then what the browser asks, then the recovery codes. */
export function NewPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const client = useQueryClient();
  const notify = useNotify();
  const proof = usePasskeyProof();
  const add = useMutation({
    mutationFn: async ({ name, current_password, code }: Values) => {
      const proofs = { ...(user.has_password && { current_password }), ...proof.proofWith(code) };
      const made = await makePasskey(await unwrap(api.POST('/session/passkeys', { body: proofs })));
      return unwrap(api.POST('/session/passkeys/confirm', { body: { name: name.trim(), ...made } }));
    },
    onError: () => proof.ask.reset(),
    onSuccess: async ({ passkey, recovery_codes }) => {
      await refreshFactors(client);
      notify(`${passkey.name} is added.`);
      if (recovery_codes === null) onClose();
    },
  });
  const isAsking = useCodeAsked(add.error);
  const codes = add.data?.recovery_codes ?? null;
  const fault = faultOf(add.error, 'current_password');
  return (
    <Dialog isOpen onClose={onClose} title={codes ? 'Recovery codes' : 'Add a passkey'} isShownOnce={codes !== null}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <DialogForm
          onSubmit={readForm(['name', 'current_password', 'code'], (values) => add.mutate(values))}
          onClose={onClose}
          action="Continue"
          isBusy={add.isPending}
          error={fault === undefined && !asksForCode(add.error) ? add.error : null}
        >
          <PasskeyNameField value={browserName(navigator.userAgent)} />
          {user.has_password && (
            <CurrentPasswordField
              hint="From then on it is not enough alone: it asks for a passkey or a code too."
              fault={fault}
            />
          )}
          {isAsking && <CodeField error={add.error} proof={proof} />}
        </DialogForm>
      )}
    </Dialog>
  );
}
