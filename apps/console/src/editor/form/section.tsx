import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './form.module.css';

interface SectionProps {
  title: string;
  /** Whether it is open at first. */
  isOpen: boolean;
  children: ReactNode;
}

/** A part of the form that can be folded. */
export function Section({ title, isOpen, children }: SectionProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <section className={styles.section} aria-label={title}>
      <h3>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="chevron" size={12} />
          {title}
        </button>
      </h3>
      {open && children}
    </section>
  );
}
