import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ASSETS, TEMPLATES } from '../../api/query-keys.ts';
import { importTemplate } from '../../api/templates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Stack } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toast.tsx';

/** Makes a template from a file that was exported, here or in another installation. */
export function ImportTemplateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const take = useMutation({
    mutationFn: importTemplate,
    onSuccess: async ({ id, name }) => {
      onClose();
      notify(`“${name}” is imported.`);
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
      await client.invalidateQueries({ queryKey: ASSETS.all });
      await navigate({ to: '/templates/$id', params: { id } });
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Import a template"
      description="The file that “Export” of a template has made, with the uploads that the template uses."
    >
      <Stack>
        <FileDrop
          label={take.isPending ? 'Importing' : 'Drop the file here, or choose it'}
          accept=".zip,application/zip"
          disabled={take.isPending}
          onFiles={([file]) => take.mutate(file!)}
        />
        {take.error && <ErrorNote error={take.error} />}
      </Stack>
    </Dialog>
  );
}
