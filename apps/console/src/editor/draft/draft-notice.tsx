import { Button } from '../../ui/button.tsx';
import styles from './draft-notice.module.css';
import { failureText } from './failure-text.ts';
import type { DraftSync } from './use-draft.ts';

/** Says why the document is not saved, and lets a person choose between two documents. */
export function DraftNotice({ draft, onTake }: { draft: DraftSync; onTake: () => void }) {
  if (draft.whose) {
    return (
      <div className={styles.notice} role="alert">
        <p>
          <strong>{draft.whose}</strong> Nothing of either document is lost: choose what to continue with. Undo brings
          yours back.
        </p>
        <div className={styles.actions}>
          <Button size="small" look="primary" onClick={onTake}>
            Show the saved one
          </Button>
          <Button size="small" onClick={draft.keepMine}>
            Save this one instead
          </Button>
        </div>
      </div>
    );
  }
  if (draft.status === 'failed' && draft.error) {
    return (
      <div className={styles.notice} role="alert">
        <p>
          <strong>Not saved.</strong> {failureText(draft.error)} The editor tries again.
        </p>
      </div>
    );
  }
  return null;
}
