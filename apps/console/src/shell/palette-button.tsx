import { lazy, Suspense, useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './palette-button.module.css';

/** Loaded when it is opened for the first time. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button that opens the palette. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={styles.open} onClick={onOpen} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" />
      <span>Search</span>
      <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  );
}

interface PaletteHostProps {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The palette of commands, which Ctrl+K opens and closes on every page. */
export function PaletteHost({ isOpen, onOpen }: PaletteHostProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      onOpen(!isOpen);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOpen, onOpen]);
  return <Suspense>{isOpen && <Palette onClose={() => onOpen(false)} />}</Suspense>;
}
