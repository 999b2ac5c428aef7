import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { asksForCode, CodeField } from '../../session/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { faultOf } from '../../ui/error-state.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor-query.ts';

const TEXTS = {
  renew: { title: 'New recovery codes', action: 'Make new codes' },
  remove: { title: 'Switch the second factor off', action: 'Switch off' },
} as const;

/** Asks for the password and a code, and then renews the recovery codes or removes the second factor. */
export function ProveFactorDialog({ deed, onClose }: { deed: keyof typeof TEXTS; onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const { title, action } = TEXTS[deed];
  const prove = useMutation({
    mutationFn: async (body: { current_password: string; code: string }) => {
      if (deed === 'renew') return unwrap(api.POST('/session/second-factor/recovery-codes', { body }));
      await unwrap(api.POST('/session/second-factor/remove', { body }));
      return undefined;
    },
    onSuccess: async (renewed) => {
      await client.invalidateQueries(secondFactorQuery);
      if (renewed) return;
      notify('Your password is enough to sign in again.');
      onClose();
    },
  });
  const fault = faultOf(prove.error, 'current_password');
  return (
    <Dialog isOpen onClose={onClose} title={title} isShownOnce={prove.data !== undefined}>
      {prove.data ? (
        <RecoveryCodes codes={prove.data.recovery_codes} onDone={onClose} />
      ) : (
        <DialogForm
          onSubmit={readForm(['current_password', 'code'], (body) => prove.mutate(body))}
          onClose={onClose}
          action={action}
          isBusy={prove.isPending}
          error={fault === undefined && !asksForCode(prove.error) ? prove.error : null}
        >
          <CurrentPasswordField fault={fault} />
          <CodeField error={prove.error} />
        </DialogForm>
      )}
    </Dialog>
  );
}
