import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import styles from './tool-button.module.css';

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
  /** For a button that stays pressed. */
  isPressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button of a picture only. Its name is read to screen readers and shown under the pointer. */
export function ToolButton({ icon, label, isPressed, className, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, className)}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
