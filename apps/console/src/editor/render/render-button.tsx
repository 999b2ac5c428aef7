import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/late-part.tsx';
import type { DraftSync } from '../draft/draft-scope.tsx';
import styles from './render-button.module.css';

const RenderForm = latePart(async () => (await import('./render-form.tsx')).RenderForm);

interface RenderButtonProps {
  draft: DraftSync;
  /** The reason why the document cannot be published as it stands; null if it can, or if it is published already. */
  reason: string | null;
}

/** Makes a video of the template as it stands: publishes it if it has changed, and shows its progress and the video. */
export function RenderButton({ draft, reason }: RenderButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label="Render"
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="video" /> <span className={styles.word}>Render</span>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Render a video">
        <RenderForm draft={draft} />
      </Dialog>
    </>
  );
}
