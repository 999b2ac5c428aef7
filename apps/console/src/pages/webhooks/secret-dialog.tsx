import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';

/** Shows the signing secret of a webhook, which the API returns once. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      isOpen={secret !== undefined}
      onClose={onClose}
      title="The signing secret"
      description="It is shown only now. Your receiver verifies the signature of every delivery with it."
    >
      <CodeBlock code={secret ?? ''} label="the secret" />
      <Actions>
        <Button look="primary" onClick={onClose}>
          I have stored it
        </Button>
      </Actions>
    </Dialog>
  );
}
