import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Template } from '#libs/client';
import { templateChoicesQuery, templateQuery } from '../../api/templates.ts';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoTemplateYet } from '../templates/no-template-yet.tsx';
import styles from './new-video.module.css';
import { VideoMaker } from './video-maker.tsx';

const route = getRouteApi('/inside/videos/new');

/** A template that plays, its first texts to change, the video, and the same call as code. */
export function NewVideoPage() {
  const { template } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NewVideo
      title="New video"
      chosen={template}
      onChoose={(id) => void navigate({ search: { template: id }, replace: true })}
    />
  );
}

interface NewVideoProps {
  title: string;
  /** Id of a template; by default the oldest one, in a new installation the first sample. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

export function NewVideo({ title, chosen, onChoose }: NewVideoProps) {
  const templates = useQuery(templateChoicesQuery);
  return (
    <>
      <PageHeader
        title={title}
        description="Change a text and watch. The code below makes the same video from your program."
      />
      <Loaded query={templates} loading={<Skeleton lines={8} />}>
        {({ data }) =>
          data.length === 0 ? <NoTemplateYet /> : <Choice templates={data} chosen={chosen} onChoose={onChoose} />
        }
      </Loaded>
    </>
  );
}

function Choice({ templates, chosen, onChoose }: Omit<NewVideoProps, 'title'> & { templates: readonly Template[] }) {
  const [first] = useState(() => templates.at(-1)!.id);
  const id = chosen ?? first;
  const template = useQuery(templateQuery(id));
  const isListed = templates.some((each) => each.id === id);
  return (
    <>
      <div className={styles.choice}>
        <SelectField
          label="Template"
          value={id}
          onValue={onChoose}
          options={[
            ...(isListed ? [] : [{ value: id, label: template.data?.name ?? 'Another template' }]),
            ...templates.map((each) => ({ value: each.id, label: `${each.name} · ${each.width}×${each.height}` })),
          ]}
        />
      </div>
      <Loaded query={template} loading={<Skeleton lines={8} />}>
        {(loaded) => <VideoMaker key={loaded.id} template={loaded} />}
      </Loaded>
    </>
  );
}
