import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from '../../ui/classes.ts';
import { ToolIcon, type ToolIconName } from './tool-icon.tsx';
import styles from './tool-button.module.css';

interface ToolButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: ToolIconName;
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
      <ToolIcon name={icon} />
    </button>
  );
}
