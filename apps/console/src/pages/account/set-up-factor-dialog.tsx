import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION } from '../../api/query-keys.ts';
import { asksForCode, TimedCodeField } from '../../session/code-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { faultOf } from '../../ui/error-state.tsx';
import { readForm } from '../../ui/read-form.ts';
import styles from './account.module.css';
import { CurrentPasswordField } from './current-password-field.tsx';
import { qrCode } from './qr-code.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor-query.ts';

type NewFactor = components['schemas']['NewSecondFactor'];

/** Sets up a second factor in three steps: the password, the code that the app shows, the recovery codes. */
export function SetUpFactorDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: (current_password: string) =>
      unwrap(api.POST('/session/second-factor', { body: { current_password } })),
  });
  const confirm = useMutation({
    mutationFn: (code: string) => unwrap(api.POST('/session/second-factor/confirm', { body: { code } })),
    onSuccess: () => client.invalidateQueries(secondFactorQuery),
  });
  if (confirm.data)
    return (
      <Dialog isOpen onClose={onClose} title="Recovery codes" isShownOnce>
        <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onClose} />
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title="Set up an authenticator app">
      {begin.data ? (
        <DialogForm
          onSubmit={readForm(['code'], ({ code }) => confirm.mutate(code))}
          onClose={onClose}
          action="Confirm"
          isBusy={confirm.isPending}
          error={asksForCode(confirm.error) ? null : confirm.error}
        >
          <Key factor={begin.data} />
          <TimedCodeField hint="The six digits that your app shows." fault={faultOf(confirm.error, 'code')} />
        </DialogForm>
      ) : (
        <DialogForm
          onSubmit={readForm(['current_password'], ({ current_password }) => begin.mutate(current_password))}
          onClose={onClose}
          action="Continue"
          isBusy={begin.isPending}
          error={faultOf(begin.error, 'current_password') === undefined ? begin.error : null}
        >
          <CurrentPasswordField fault={faultOf(begin.error, 'current_password')} />
        </DialogForm>
      )}
    </Dialog>
  );
}

/** The key of the second factor, as a picture for the phone and as letters for the hand. */
function Key({ factor: { secret, url } }: { factor: NewFactor }) {
  const { data: code, error } = useQuery({
    queryKey: SESSION.qrCode(url),
    queryFn: () => qrCode(url),
    staleTime: Infinity,
  });
  return (
    <>
      <p>Scan this with an authenticator app, such as the password manager of your phone.</p>
      {code && (
        <svg
          className={styles.code}
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          role="img"
          aria-label="QR code"
        >
          <rect x={-4} y={-4} width={code.size + 8} height={code.size + 8} className={styles.paper} />
          <path d={code.path} className={styles.ink} />
        </svg>
      )}
      <p className={styles.note}>
        {error ? 'The picture could not be drawn. Enter the key:' : 'Or enter the key:'}{' '}
        <code className={styles.secret}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <CopyButton text={secret} label="Copy the key" />
      </p>
    </>
  );
}
