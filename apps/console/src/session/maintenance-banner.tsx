import { useSession } from './session.ts';
import styles from './maintenance-banner.module.css';

const USUAL_MESSAGE = 'The service is under maintenance. Videos that were accepted are finished.';

/** Says, as long as new videos are refused, that they are, and why. */
export function MaintenanceBanner() {
  const { maintenance } = useSession();
  if (!maintenance) return null;
  return (
    <div className={styles.banner} role="status" aria-label="Maintenance">
      <p>
        <strong>New videos are refused:</strong> {maintenance.message ?? USUAL_MESSAGE}
      </p>
    </div>
  );
}
