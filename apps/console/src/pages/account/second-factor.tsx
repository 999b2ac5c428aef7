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
import { ProveFactorDialog } from './prove-factor-dialog.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { SetUpFactorDialog } from './set-up-factor-dialog.tsx';

type State = components['schemas']['SecondFactorState'];
type Deed = 'set-up' | 'renew' | 'remove';

/** The second factor: whether there is one, and what can be done with it. */
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
        {(state) => (state.enabled ? <On state={state} onDeed={setDeed} /> : <Off onDeed={setDeed} />)}
      </Loaded>
      {deed === 'set-up' && <SetUpFactorDialog onClose={close} />}
      {(deed === 'renew' || deed === 'remove') && <ProveFactorDialog deed={deed} onClose={close} />}
    </Panel>
  );
}

function Off({ onDeed }: { onDeed: (deed: Deed) => void }) {
  const { user } = useSession();
  return (
    <Stack>
      <p>Signing in then asks for your password, and for a code that an app on your phone shows.</p>
      {user.has_password ? (
        <div>
          <Button onClick={() => onDeed('set-up')}>Set up</Button>
        </div>
      ) : (
        <p className={styles.note}>It needs a password first.</p>
      )}
    </Stack>
  );
}

function On({ state, onDeed }: { state: State; onDeed: (deed: Deed) => void }) {
  const { recovery_codes_left: left } = state;
  return (
    <Stack>
      <p>
        Signing in with your password asks for a code, since <Time at={state.since!} isLong />.
      </p>
      <p className={left < 3 ? undefined : styles.note}>
        {left} {left === 1 ? 'recovery code is' : 'recovery codes are'} left, for the day on which you have no phone.
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => onDeed('renew')}>New recovery codes</Button>
        <Button onClick={() => onDeed('remove')}>Switch off</Button>
      </div>
    </Stack>
  );
}
