import { Button } from '../../ui/button.tsx';
import styles from '../draft/draft-notice.module.css';
import { useEditor } from '../editor-model.ts';

/** Files that were not uploaded, and why. */
export function UploadNotice() {
  const { uploads } = useEditor();
  if (uploads.failures.length === 0) return null;
  return (
    <div className={styles.notice} role="alert">
      <ul>
        {uploads.failures.map(({ name, reason }, index) => (
          <li key={index}>
            <strong>{name} was not added.</strong> {reason}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={uploads.dismiss}>
        Dismiss
      </Button>
    </div>
  );
}
