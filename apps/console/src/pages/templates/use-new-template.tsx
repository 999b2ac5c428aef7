import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { TEMPLATES } from '../../api/query-keys.ts';
import { TextField } from '../../ui/field.tsx';

type TemplateDocument = components['schemas']['TemplateDocument'];

/** Creates a template of the document that `make` returns, and opens it in the editor. */
export function useNewTemplate(make: () => TemplateDocument | Promise<TemplateDocument>) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => unwrap(api.POST('/templates', { body: await make() })),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
      await navigate({ to: '/templates/$id/edit', params: { id } });
    },
  });
}

/** The field for the name of a template that is made. */
export function TemplateNameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <TextField label="Name" required maxLength={200} value={name} onChange={(event) => onName(event.target.value)} />
  );
}
