import { useMutation } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { Stack } from '../ui/panel.tsx';
import { showPasskey, usePasskeys } from './passkeys.ts';
import type { Session } from './session.ts';

/** Signs in by a passkey, without password and code, where passkeys work. */
export function PasskeySignIn({ onSession }: { onSession: (session: Session) => void | Promise<void> }) {
  const { isHere } = usePasskeys();
  const signIn = useMutation({
    mutationFn: async () => onSession(await unwrap(api.POST('/session/passkey', { body: await showPasskey() }))),
  });
  if (!isHere) return null;
  return (
    <Stack>
      <Button isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      {signIn.error && <ErrorNote error={signIn.error} />}
    </Stack>
  );
}
