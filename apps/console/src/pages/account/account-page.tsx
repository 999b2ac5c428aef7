import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import styles from './account.module.css';
import { OwnSessions } from './own-sessions.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The user's own account: the name that others see, how the user signs in, and where. */
export function AccountPage() {
  const { user } = useSession();
  return (
    <>
      <PageHeader
        title="Your account"
        description="How others see you, how you sign in, and where you are signed in."
      />
      <Stack gap="large">
        <div className={styles.pair}>
          <Panel title="You">
            <ProfileForm key={`${user.name} ${user.email}`} />
          </Panel>
          <Panel title="Password">
            <PasswordForm />
          </Panel>
        </div>
        <Passkeys />
        <SecondFactor />
        <OwnSessions />
      </Stack>
    </>
  );
}
