import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Template } from '#libs/client';
import { templateChoicesQuery, templateQuery } from '../../api/templates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Stack } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoTemplateYet } from '../templates/no-template-yet.tsx';
import { FirstRequest } from './first-request.tsx';

const route = getRouteApi('/inside/');

/** A template, one text to change, the video, and the same call as code. */
export function FirstVideoPage() {
  const templates = useQuery(templateChoicesQuery);
  return (
    <>
      <PageHeader
        title="First video"
        description="Change a text, render, watch. The code beside it makes the same video from your own program."
      />
      <Loaded query={templates}>
        {({ data }) => (data.length === 0 ? <NoTemplateYet /> : <Choice templates={data} />)}
      </Loaded>
    </>
  );
}

function Choice({ templates }: { templates: readonly Template[] }) {
  const { template: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  // The oldest template: in a new installation, the first sample.
  const [first] = useState(() => templates.at(-1)!.id);
  const id = chosen ?? first;
  const template = useQuery(templateQuery(id));
  return (
    <Stack gap="large">
      <SelectField
        label="Template"
        value={id}
        onValue={(template) => void navigate({ search: { template } })}
        options={templates.map(({ id, name, width, height }) => ({ value: id, label: `${name} · ${width}×${height}` }))}
      />
      <Loaded query={template} loading={<Skeleton lines={4} />}>
        {(loaded) => <FirstRequest key={loaded.id} template={loaded} />}
      </Loaded>
    </Stack>
  );
}
