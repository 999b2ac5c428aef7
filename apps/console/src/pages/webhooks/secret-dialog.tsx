import { Dialog } from '../../ui/dialog.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** Shows the signing secret of a webhook, which the API returns once. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <Dialog isOpen={secret !== undefined} onClose={onClose} title="The signing secret" isShownOnce>
      <ShownOnce code={secret ?? ''} label="the secret" done="I have stored it" onDone={onClose}>
        It is shown only now. Your receiver verifies the signature of every delivery with it.
      </ShownOnce>
    </Dialog>
  );
}
