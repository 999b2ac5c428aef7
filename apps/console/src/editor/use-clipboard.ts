import { useEffect } from 'react';
import { copiedText, pastedLayers, paste } from './commands/clipboard.ts';
import { removeSelected } from './commands/layer-commands.ts';
import { useEditor } from './model/editor-model.ts';
import type { Uploads } from './upload/use-uploads.ts';
import { ownsKeys } from './use-shortcuts.ts';

/**
 * Copies, cuts and pastes layers as JSON, and pastes files, by the browser's own keys and menu. Fields keep their own
 * clipboard.
 */
export function useClipboard(addFiles: Uploads['add'] | null): void {
  const { store, change } = useEditor();
  useEffect(() => {
    const onCopy = (event: ClipboardEvent) => {
      const text = copiedText(store.value());
      if (text === '' || ownsKeys(event.target, '') || !document.getSelection()?.isCollapsed) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut') change(removeSelected);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (ownsKeys(event.target, '')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0 && addFiles) {
        event.preventDefault();
        addFiles(files);
        return;
      }
      const layers = pastedLayers(event.clipboardData?.getData('text/plain') ?? '');
      if (!layers) return;
      event.preventDefault();
      change((before) => paste(before, layers));
    };
    window.addEventListener('copy', onCopy);
    window.addEventListener('cut', onCopy);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('copy', onCopy);
      window.removeEventListener('cut', onCopy);
      window.removeEventListener('paste', onPaste);
    };
  }, [store, change, addFiles]);
}
