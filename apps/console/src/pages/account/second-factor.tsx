import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#libs/client';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './account.module.css';
import { ProveFactorDialog, type ProvenDeed } from './prove-factor-dialog.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx';

type State = components['schemas']['SecondFactorState'];
type Deed = { do: 'set-up' } | ProvenDeed;

/** The second factor beside the password: the authenticator app and the recovery codes. */
export function SecondFactor() {
  const query = useQuery(secondFactorQuery);
  const [deed, setDeed] = useState<Deed>();
  const close = () => setDeed(undefined);
  return (
    <Panel
      title="Second factor"
      actions={
        query.data && <Badge tone={query.data.enabled ? 'good' : 'neutral'}>{query.data.enabled ? 'On' : 'Off'}</Badge>
      }
    >
      <Loaded query={query} loading={<Skeleton lines={2} />}>
        {(state) => (
          <Stack>
            <App state={state} />
            {state.enabled && <CodesLeft left={state.recovery_codes_left} />}
            <Deeds state={state} onDeed={setDeed} />
          </Stack>
        )}
      </Loaded>
      {deed?.do === 'set-up' && <SetUpFactorDialog onClose={close} />}
      {deed !== undefined && deed.do !== 'set-up' && <ProveFactorDialog deed={deed} onClose={close} />}
    </Panel>
  );
}

/** The proof for which signing in with the password asks. */
function App({ state: { enabled, since } }: { state: State }) {
  if (since !== null)
    return (
      <p>
        Signing in with your password asks for a code of your authenticator app, since <Time at={since} isLong />.
      </p>
    );
  if (enabled) return <p>Signing in with your password asks for one of your passkeys too.</p>;
  return <p>Signing in then asks for your password, and for a code that an app on your phone shows.</p>;
}

function CodesLeft({ left }: { left: number }) {
  return (
    <p className={left < 3 ? undefined : styles.note}>
      {left} {left === 1 ? 'recovery code is' : 'recovery codes are'} left, for the day on which you have no phone.
    </p>
  );
}

function Deeds({ state: { enabled, since }, onDeed }: { state: State; onDeed: (deed: Deed) => void }) {
  const { user } = useSession();
  if (!user.has_password && !enabled) return <p className={styles.note}>It needs a password first.</p>;
  return (
    <div className={styles.buttons}>
      {since === null && user.has_password && (
        <Button onClick={() => onDeed({ do: 'set-up' })}>{enabled ? 'Set up an app' : 'Set up'}</Button>
      )}
      {enabled && user.has_password && <Button onClick={() => onDeed({ do: 'renew' })}>New recovery codes</Button>}
      {since !== null && <Button onClick={() => onDeed({ do: 'remove-app' })}>Switch off</Button>}
    </div>
  );
}
