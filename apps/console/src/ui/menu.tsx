import {
  type ButtonHTMLAttributes,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react';
import { classes } from './classes.ts';
import { MenuParts, useLoadedMenu, useMenuParts } from './loaded-menu.ts';
import styles from './menu.module.css';

/** Keys with which Radix opens a menu. */
const OPENING_KEYS = ['Enter', ' ', 'ArrowDown'];

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/**
 * Actions behind a button. Its code is loaded when the page has been shown; a button that is pressed before opens its menu
 * then. It is not modal: a modal menu of Radix writes style elements, which the policy of the page refuses.
 */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const Radix = useLoadedMenu(isOpen);
  const [isFocused, setFocused] = useState(false);
  if (!Radix) {
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
      onPointerDown: (event: PointerEvent) => setOpen(event.button === 0 && !event.ctrlKey),
      onKeyDown: ({ key }: KeyboardEvent) => setOpen(OPENING_KEYS.includes(key)),
    });
  }
  return (
    <MenuParts value={Radix}>
      <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
        <Radix.Trigger asChild autoFocus={isFocused}>
          {trigger}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.menu} align={align} side={side} sideOffset={4} collisionPadding={8}>
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuParts>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  isDanger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, isDanger = false, disabled = false, children }: MenuItemProps) {
  const Radix = useMenuParts();
  return (
    <Radix.Item className={classes(styles.item, isDanger && styles.danger)} onSelect={onSelect} disabled={disabled}>
      {children}
    </Radix.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A choice of one among several. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  const Radix = useMenuParts();
  return (
    <Radix.Group>
      <Radix.Label className={styles.label}>{label}</Radix.Label>
      <Radix.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
        {options.map((option) => (
          <Radix.RadioItem key={option.value} value={option.value} className={styles.item}>
            {option.label}
            <Radix.ItemIndicator className={styles.tick} />
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </Radix.Group>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const Radix = useMenuParts();
  return <Radix.Label className={styles.label}>{children}</Radix.Label>;
}

export function MenuSeparator() {
  const Radix = useMenuParts();
  return <Radix.Separator className={styles.separator} />;
}
