import { Button } from '../../ui/button.tsx';
import styles from './draft-notice.module.css';
import type { DraftSync } from './use-draft.ts';

/** Says why the document is not saved, and lets a person choose between two documents. */
export function DraftNotice({ draft, onTake }: { draft: DraftSync; onTake: () => void }) {
  if (draft.status === 'conflict') {
    return (
      <div className={styles.notice} role="alert">
        <p>
          <strong>Another user saved this template.</strong> Nothing of theirs or yours is lost: choose what to continue
          with. Undo brings your document back.
        </p>
        <div className={styles.actions}>
          <Button size="small" look="primary" onClick={onTake}>
            Show theirs
          </Button>
          <Button size="small" onClick={draft.keepMine}>
            Save mine instead
          </Button>
        </div>
      </div>
    );
  }
  if (draft.status === 'failed' && draft.error) {
    return (
      <div className={styles.notice} role="alert">
        <p>
          <strong>Not saved.</strong> {draft.error.message} The editor tries again.
        </p>
      </div>
    );
  }
  return null;
}
