import { Button } from '../../ui/button.tsx';
import styles from '../draft/draft-notice.module.css';
import type { Uploads } from './use-uploads.ts';

/** Files that were not uploaded, and why. */
export function UploadNotice({ failures, dismiss }: Pick<Uploads, 'failures' | 'dismiss'>) {
  if (failures.length === 0) return null;
  return (
    <div className={styles.notice} role="alert">
      <ul>
        {failures.map(({ name, reason }, index) => (
          <li key={index}>
            <strong>{name} was not added.</strong> {reason}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={dismiss}>
        Dismiss
      </Button>
    </div>
  );
}
