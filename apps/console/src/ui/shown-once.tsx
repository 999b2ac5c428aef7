import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Actions } from './dialog.tsx';
import { Stack } from './panel.tsx';

interface ShownOnceProps {
  code: string;
  /** Name of the value, for screen readers and the button that copies it. */
  label: string;
  /** The place to keep it, and that it is shown only now. */
  children: ReactNode;
  /** Label of the button that closes the dialog. */
  done: string;
  onDone: () => void;
}

/** Content of a dialog that shows a secret which the API returns once. */
export function ShownOnce({ code, label, children, done, onDone }: ShownOnceProps) {
  return (
    <Stack>
      <p>{children}</p>
      <CodeBlock code={code} label={label} />
      <Actions>
        <Button look="primary" onClick={onDone}>
          {done}
        </Button>
      </Actions>
    </Stack>
  );
}
