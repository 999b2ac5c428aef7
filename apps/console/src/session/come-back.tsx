import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './banner.module.css';
import { FirstPasswordForm } from './first-password-form.tsx';
import { useSession } from './session.ts';

/** Holds the id of the user who asked to be left alone, as long as the tab is open. */
const LATER = 'framewright-come-back-later';

/** Asks a user who came by a link, and has no way to come back, to set one. */
export function ComeBackBanner() {
  const { user } = useSession();
  const [isLater, setLater] = useState(() => sessionStorage.getItem(LATER) === user.id);
  const [isAsking, setAsking] = useState(false);
  if (isLater || user.has_password || user.has_single_sign_on) return null;
  const dismiss = () => {
    sessionStorage.setItem(LATER, user.id);
    setLater(true);
  };
  return (
    <section className={styles.banner} aria-label="Coming back">
      <div className={styles.row}>
        <div className={styles.text}>
          <p>Set an e-mail address and a password to come back.</p>
          <p className={styles.note}>The link that signed you in works only once.</p>
        </div>
        <div className={styles.actions}>
          <Button size="small" onClick={() => setAsking(true)}>
            Set a password
          </Button>
          <Button look="quiet" size="small" onClick={dismiss}>
            Later
          </Button>
        </div>
      </div>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title="Set a password">
        <FirstPasswordForm onClose={() => setAsking(false)} />
      </Dialog>
    </section>
  );
}
