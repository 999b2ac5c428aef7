import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type components, type Template, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { TEMPLATES } from '../../api/query-keys.ts';
import { useMay } from '../../session/may.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { remarksOfVersion, VersionFields } from '../../ui/version-fields.tsx';

export type TemplateVersion = components['schemas']['TemplateVersion'];

interface VersionProps {
  template: Template;
  version: TemplateVersion;
}

/** Actions on a version: what it changed, its label, and going back to it. */
export function VersionActions({ template, version, onChanges }: VersionProps & { onChanges: () => void }) {
  const [opened, setOpened] = useState<'label' | 'restore'>();
  const mayWrite = useMay('write');
  const isNewest = version.version === template.version;
  if (!mayWrite && version.version === 1) return null;
  const dialog = { template, version, onClose: () => setOpened(undefined) };
  return (
    <>
      <RowMenu name={`version ${version.version}`}>
        {version.version > 1 && <MenuItem onSelect={onChanges}>Changes</MenuItem>}
        {mayWrite && <MenuItem onSelect={() => setOpened('label')}>Label</MenuItem>}
        {mayWrite && !isNewest && <MenuItem onSelect={() => setOpened('restore')}>Restore</MenuItem>}
      </RowMenu>
      {mayWrite && <LabelDialog {...dialog} key={opened} isOpen={opened === 'label'} />}
      {mayWrite && <RestoreDialog {...dialog} isOpen={opened === 'restore'} />}
    </>
  );
}

interface VersionDialogProps extends VersionProps {
  isOpen: boolean;
  onClose: () => void;
}

function LabelDialog({ template: { id }, version: { version, label, note }, isOpen, onClose }: VersionDialogProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (remarks: { label: string | null; note: string | null }) =>
      unwrap(api.PATCH('/templates/{id}/versions', { params: { path: { id } }, body: { version, ...remarks } })),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Version ${version}`}>
      <DialogForm
        onSubmit={remarksOfVersion(change.mutate)}
        onClose={onClose}
        action="Save"
        isBusy={change.isPending}
        error={change.error}
      >
        <VersionFields label={label} note={note} />
      </DialogForm>
    </Dialog>
  );
}

function RestoreDialog({ template: { id }, version: { version }, isOpen, onClose }: VersionDialogProps) {
  const navigate = useNavigate();
  const restore = useMutation({
    mutationFn: () => restoreVersion(id, version),
    onSuccess: () => navigate({ to: '/templates/$id/edit', params: { id } }),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Restore version ${version}?`}
      action="Restore"
      look="primary"
      onConfirm={() => restore.mutate()}
      isBusy={restore.isPending}
      error={restore.error}
    >
      Its document becomes the draft, in place of a draft that there is. Videos use it once the draft is published.
    </ConfirmDialog>
  );
}

/** Saves the document of a version as the draft of the next one. */
async function restoreVersion(id: string, version: number): Promise<void> {
  const path = { id };
  const { document } = await unwrap(api.GET('/templates/{id}', { params: { path, query: { version } } }));
  const { latest_version, revision } = await unwrap(api.GET('/templates/{id}/draft', { params: { path } }));
  const body = { document: { ...document }, base_version: latest_version, revision };
  await unwrap(api.PUT('/templates/{id}/draft', { params: { path }, body }));
}
