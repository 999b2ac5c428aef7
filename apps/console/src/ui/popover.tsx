import { type ReactNode, useId, useRef, useState } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  /** Names the button and what it opens. */
  label: string;
  /** Class of the button. */
  className: string | undefined;
  /** Contents of the button. */
  face: ReactNode;
  /** Room that the contents take at most, px. */
  room: { readonly width: number; readonly height: number };
  onClose?: () => void;
  /** The contents, while it is open. */
  children: (close: () => void) => ReactNode;
}

/** Contents over the page, beside a button that opens them. A press elsewhere and Escape close them. */
export function Popover({ label, className, face, room, onClose, children }: PopoverProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={trigger} type="button" className={className} aria-label={label} title={label} popoverTarget={id}>
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        className={styles.popover}
        role="dialog"
        aria-label={label}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setPlace(event.currentTarget, trigger.current!, room);
        }}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'closed') onClose?.();
        }}
      >
        {isOpen && <div ref={focusFirst}>{children(() => document.getElementById(id)?.hidePopover())}</div>}
      </div>
    </>
  );
}

/** Gives the focus to the first control, so that Escape closes what is open and nothing else. */
function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('[tabindex], button, input')?.focus();
}

const MARGIN_PX = 8;

/** Below the button, or above it where there is more room, within the window. */
function setPlace({ style }: HTMLElement, trigger: Element, { width, height }: PopoverProps['room']): void {
  const { left, bottom, top } = trigger.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  style.left = `${Math.max(MARGIN_PX, Math.min(left, window.innerWidth - width - MARGIN_PX))}px`;
  style.maxHeight = `${window.innerHeight - 2 * MARGIN_PX}px`;
  if (below >= height || below >= top) {
    style.top = `${Math.max(MARGIN_PX, Math.min(bottom + 6, window.innerHeight - height - MARGIN_PX))}px`;
    style.bottom = 'auto';
  } else {
    style.top = 'auto';
    style.bottom = `${window.innerHeight - top + 6}px`;
  }
}
