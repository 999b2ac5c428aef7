import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
}

/**
 * A window over the page: it takes the focus, keeps it, and returns it. Its veil is our own, because that of Radix writes
 * style elements, which the policy of the page refuses.
 */
export function Dialog({ isOpen, onClose, title, description, children }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={styles.veil}>
          <Radix.Content
            className={styles.dialog}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <header className={styles.header}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <Radix.Close className={styles.close} aria-label="Close">
                <Icon name="close" />
              </Radix.Close>
            </header>
            {description !== undefined && (
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            )}
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The buttons at the end of a dialog or a form; the main one is on the right. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
