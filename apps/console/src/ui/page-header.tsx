import type { ReactNode } from 'react';
import { useTitle } from './use-title.ts';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** A line about what the page is for, or the facts of the one thing that it shows. */
  description?: ReactNode;
  /** Links to the pages above. */
  trail?: ReactNode;
  /** The buttons of the page. */
  children?: ReactNode;
}

/** The first thing on a page: its name, which is also the browser's title, and what one can do. */
export function PageHeader({ title, description, trail, children }: PageHeaderProps) {
  useTitle(title);
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        {trail !== undefined && (
          <nav aria-label="Above" className={styles.trail}>
            {trail}
          </nav>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {description !== undefined && <div className={styles.description}>{description}</div>}
      </div>
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
