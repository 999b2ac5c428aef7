import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { FramewrightError } from '#libs/client';
import type { Point } from '#libs/document';
import { ASSETS } from '../../api/query-keys.ts';
import { useNotify } from '../../ui/toast.tsx';
import { useEditor } from '../model/editor-model.ts';
import { addFile, type UploadedFile } from './add-file.ts';

/** Distance between files that are dropped together, pixels of the frame, so that they do not cover each other. */
const STEP = 40;

export interface Uploads {
  /** Files whose upload has not ended. */
  readonly pending: number;
  /** Files that were refused, with the reason. */
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
  readonly dismiss: () => void;
  /** Uploads the files and puts each into the document. `at`: the point of the frame at which they were dropped. */
  readonly add: (files: readonly File[], at?: Point) => void;
}

export function useUploads(): Uploads {
  const { store, change } = useEditor();
  const client = useQueryClient();
  const notify = useNotify();
  const [pending, setPending] = useState(0);
  const [failures, setFailures] = useState<Uploads['failures']>([]);
  const addAll = useCallback(
    async (files: readonly File[], at?: Point) => {
      const { page } = store.value();
      setPending((before) => before + files.length);
      for (const [index, file] of files.entries()) {
        const target = { page, at: at && { x: at.x + index * STEP, y: at.y + index * STEP } };
        try {
          const { uploadFile } = await import('./upload-file.ts');
          const uploaded = await uploadFile(file);
          void client.invalidateQueries({ queryKey: ASSETS.all });
          change((state) => addFile(state, uploaded, target));
          const text = noticeOf(uploaded);
          if (text !== undefined) notify(text);
        } catch (error) {
          setFailures((before) => [...before, { name: file.name, reason: reasonOf(error as Error) }]);
        } finally {
          setPending((before) => before - 1);
        }
      }
    },
    [store, change, client, notify],
  );
  return useMemo(
    () => ({
      pending,
      failures,
      dismiss: () => setFailures([]),
      add: (files, at) => void addAll(files, at),
    }),
    [pending, failures, addAll],
  );
}

/** The fault of the file, in words for the person who dropped it. */
function reasonOf(error: Error): string {
  const fault = error instanceof FramewrightError ? error.faults[0]?.message : undefined;
  return fault === undefined ? error.message : fault.replace(/^(?:body )?must/, 'It must');
}

/** A notice of where to find a file that the picture does not show. */
function noticeOf({ kind, name, font }: UploadedFile): string | undefined {
  if (kind === 'audio') return `${name} plays over all pages: see Audio of the template`;
  if (kind === 'font') return `${font?.family ?? name} is in the list of fonts`;
  return undefined;
}
