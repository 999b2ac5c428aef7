import { Button } from '../../ui/button.tsx';
import styles from './draft-notice.module.css';
import { useEditor } from '../model/editor-model.ts';
import { edit } from '../model/editor-state.ts';
import { useDraft } from './draft-scope.tsx';
import { failureText } from './failure-text.ts';

/** Says why the document is not saved, and lets a person choose between two documents. */
export function DraftNotice() {
  const { change } = useEditor();
  const { saver, ...draft } = useDraft();
  const showTheirs = () => {
    const document = saver.takeTheirs();
    change((state) => edit(state, { document, label: 'Show the saved document' }));
  };
  if (draft.unreadable !== undefined) {
    return (
      <div className={styles.notice} role="alert">
        <p>
          <strong>The stored document cannot be read.</strong> {draft.unreadable} Until it can be, nothing is saved, and
          what stands here stays.
        </p>
      </div>
    );
  }
  if (draft.whose) {
    return (
      <div className={styles.notice} role="alert">
        <p>
          <strong>{draft.whose}</strong> Nothing of either document is lost: choose what to continue with. Undo brings
          yours back.
        </p>
        <div className={styles.actions}>
          <Button size="small" look="primary" onClick={showTheirs}>
            Show the saved one
          </Button>
          <Button size="small" onClick={() => saver.keepMine()}>
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
