import { type ReactNode, useState } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './thumb.module.css';

interface ThumbProps {
  /** Address of the picture; null while there is none. */
  src: string | null;
  /** Shown in its place. */
  icon: IconName;
  /** In a row of a table, or as wide as a card. */
  size: 'row' | 'card';
  /** Stands over the picture. */
  children?: ReactNode;
}

/** A small picture of something that words beside it name. Its place is as large before it is there. */
export function Thumb({ src, icon, size, children }: ThumbProps) {
  const [missing, setMissing] = useState<string>();
  return (
    <span className={classes(styles.thumb, styles[size])}>
      {src === null || src === missing ? (
        <span className={styles.icon}>
          <Icon name={icon} size={size === 'row' ? 16 : 22} />
        </span>
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setMissing(src)} />
      )}
      {children}
    </span>
  );
}
