import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inText } from '#libs/document';
import { TEMPLATES } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { remarksOfVersion, VersionFields } from '../../ui/version-fields.tsx';
import { useEditor } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import type { DraftSync } from './draft-scope.tsx';

/** Makes the draft the next version, and takes a label and a note for it. @param reason why it cannot be published */
export function PublishButton({ draft, reason }: { draft: DraftSync; reason: string | null }) {
  const { store } = useEditor();
  const client = useQueryClient();
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const publish = useMutation({
    mutationFn: ({ label, note }: { label: string | null; note: string | null }) =>
      draft.saver.publish({ ...(label !== null && { label }), ...(note !== null && { note }) }),
    onSuccess: async (version) => {
      setOpen(false);
      notify(`Version ${version} of ${inText(documentOf(store.value())['name'])} is published`);
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
    },
  });
  const open = () => {
    publish.reset();
    setOpen(true);
  };
  return (
    <>
      <Button look="primary" size="small" disabled={reason !== null} title={reason ?? undefined} onClick={open}>
        Publish
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Publish version ${draft.draft.latest_version + 1}`}
      >
        <DialogForm
          onSubmit={remarksOfVersion(publish.mutate)}
          onClose={() => setOpen(false)}
          action="Publish"
          isBusy={publish.isPending}
          error={publish.error}
        >
          <VersionFields />
        </DialogForm>
      </Dialog>
    </>
  );
}
