import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { alertQuery } from '../api/credits.ts';
import { formatNumber } from '../ui/format.ts';
import styles from './maintenance-banner.module.css';

/** Says, as long as fewer credits can be spent than the organization's threshold, that there are few. */
export function LowBalanceBanner() {
  const { data } = useQuery(alertQuery);
  if (!data?.is_low || data.below === null) return null;
  return (
    <div className={styles.banner} role="status" aria-label="Low balance">
      <p>
        <strong>Few credits are left:</strong> fewer than {formatNumber(data.below)}, the threshold of your
        organization. <Link to="/credits">Credits</Link>
      </p>
    </div>
  );
}
