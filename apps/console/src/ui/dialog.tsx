import * as Radix from '@radix-ui/react-dialog';
import { type ReactNode, useRef } from 'react';
import { Icon } from './icon.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Whether it shows something that is shown only now: then its own button closes it, and no slip of the hand. */
  isShownOnce?: boolean;
  children?: ReactNode;
}

/**
 * A window over the page: its first field or button takes the focus, which goes back to what opened it. Its veil is our own,
 * because that of Radix writes style elements, which the policy of the page refuses.
 */
export function Dialog({ isOpen, onClose, title, description, isShownOnce = false, children }: DialogProps) {
  const opener = useRef<HTMLElement>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && !isShownOnce && onClose()}>
      <Radix.Portal>
        <div className={styles.veil}>
          <Radix.Content
            className={styles.dialog}
            onOpenAutoFocus={(event) => {
              opener.current = openerOf(document.activeElement);
              const first = firstControl(event.target);
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // What opened it may be gone, as the row of something that was deleted.
              const back = opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('main');
              back?.focus();
            }}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <header className={styles.header}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {!isShownOnce && (
                <Radix.Close className={styles.close} aria-label="Close">
                  <Icon name="close" />
                </Radix.Close>
              )}
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

/** The element to which the focus goes back: of an entry of a menu, which is closed by then, the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const trigger = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return trigger instanceof HTMLElement ? trigger : null;
}

/** The first control of a dialog behind the button that closes it. */
function firstControl(dialog: EventTarget | null): HTMLElement | undefined {
  if (!(dialog instanceof HTMLElement)) return undefined;
  const controls = dialog.querySelectorAll<HTMLElement>('input, select, textarea, button');
  return [...controls].find((control) => !control.closest('header') && !control.matches(':disabled, [readonly]'));
}

/** The buttons at the end of a dialog or a form; the main one is on the right. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
