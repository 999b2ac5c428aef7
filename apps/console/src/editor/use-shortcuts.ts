import { useEffect } from 'react';
import { shortcutFor, shortcutOf } from './commands/shortcuts.ts';
import { useDraft } from './draft/draft-scope.tsx';
import { useEditor } from './model/editor-model.ts';

/** Shortcuts that also work in fields, where the browser's own undo would change the field but not the document. */
const EVERYWHERE = new Set(['mod+z', 'mod+shift+z', 'mod+y', 'mod+s']);

/**
 * Lets the keyboard run commands on the selection, unless a field, a menu or a list uses the key itself. Space, which also
 * holds the hand, runs its command when it is released.
 */
export function useShortcuts(): void {
  const { change, hand, schema } = useEditor();
  const { saver } = useDraft();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutFor(event);
      if (!shortcut || event.defaultPrevented) return;
      const isOwn = ownsKeys(event.target, event.key);
      if (isOwn && !(EVERYWHERE.has(shortcutOf(event)) && isPlainField(event.target))) return;
      event.preventDefault();
      if (event.key === ' ') hand.hold();
      else change((state) => shortcut.run(state, schema));
      if (shortcut.keys.includes('mod+s')) void saver.isHeldBack();
    };
    const onRelease = (event: KeyboardEvent) => {
      const shortcut = event.key === ' ' && hand.release() ? shortcutFor(event) : undefined;
      if (shortcut) change((state) => shortcut.run(state, schema));
    };
    const onBlur = () => hand.release();
    window.addEventListener('keydown', onKey);
    window.addEventListener('keyup', onRelease);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('keyup', onRelease);
      window.removeEventListener('blur', onBlur);
    };
  }, [change, hand, schema, saver]);
}

/** Whether the focused element uses the key itself. */
export function ownsKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [data-own-keys]'))
    return true;
  if (key === ' ' && target.closest('button, a, summary, [role="slider"]')) return true;
  return key.startsWith('Arrow') && target.closest('[role="tablist"], [role="slider"]') !== null;
}

function isPlainField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-keys], [role="dialog"]') === null;
}
