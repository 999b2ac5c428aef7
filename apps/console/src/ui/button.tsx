import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from './classes.ts';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once on a screen; `danger` for actions that cannot be undone; `quiet` in rows and headers. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  /** Shows that its action is in progress; it cannot be pressed meanwhile. */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'plain', size = 'normal', isBusy = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, className })}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    />
  );
}

/** The look of a button for a link. */
export function buttonClass({
  look = 'plain',
  size = 'normal',
  className,
}: Pick<ButtonProps, 'look' | 'size' | 'className'> = {}): string {
  return classes(styles.button, styles[look], size === 'small' && styles.small, className);
}
