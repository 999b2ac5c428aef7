import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Actions } from './dialog.tsx';
import { Stack } from './panel.tsx';

interface ShownOnceProps {
  code: string;
  /** What it is, for screen readers and the button that copies it. */
  label: string;
  /** Where it belongs, and that it is shown only now. */
  children: ReactNode;
  /** What the button says that ends the showing. */
  done: string;
  onDone: () => void;
}

/** In a dialog: a secret that the API returns once. */
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
