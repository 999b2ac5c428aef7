import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Template } from '#libs/client';
import { exportAddress, templateQuery } from '../../api/templates.ts';
import { useMay } from '../../session/may.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { PageStills } from './page-stills.tsx';
import { TemplateActions } from './template-actions.tsx';
import { TemplateFields } from './template-fields.tsx';

const TemplateVersions = latePart(async () => (await import('./template-versions.tsx')).TemplateVersions);

const route = getRouteApi('/inside/templates/$id');

/** A template: its pages as pictures, the fields that a request may change, its versions. */
export function TemplatePage() {
  const { id } = route.useParams();
  const query = useQuery(templateQuery(id));
  const template = query.data;
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader
        title={template?.name ?? 'Template'}
        trail={<Link to="/templates">Templates</Link>}
        description={template?.archived === true && <Badge>Archived</Badge>}
      >
        {template && (
          <a className={buttonClass()} href={exportAddress(id)} download={`${template.name}.zip`}>
            <Icon name="download" /> Export
          </a>
        )}
        {template && mayWrite && (
          <>
            <Link to="/videos/new" search={{ template: id }} className={buttonClass()}>
              Render
            </Link>
            <TemplateActions template={template} />
            <Link to="/templates/$id/edit" params={{ id }} className={buttonClass({ look: 'primary' })}>
              Edit
            </Link>
          </>
        )}
      </PageHeader>
      <Loaded query={query}>{(loaded) => <Details key={loaded.version} template={loaded} />}</Loaded>
    </>
  );
}

function Details({ template }: { template: Template }) {
  return (
    <Stack gap="large">
      <Panel title="Pages">
        <PageStills template={template} />
      </Panel>
      <Panel title="Facts">
        <Facts
          facts={[
            ['Id', <CopyableId key="id" id={template.id} label="Copy the id" />],
            ['Size', `${template.width} × ${template.height}`],
            ['Duration', formatDuration(template.duration)],
            ['Version', template.version],
            ['Created', <Time key="created" at={template.created_at} isLong />],
            ['Changed', <Time key="changed" at={template.updated_at} isLong />],
          ]}
        />
      </Panel>
      <Tabs
        label="Details"
        tabs={[
          { name: 'fields', label: 'What a request may change', content: <TemplateFields template={template} /> },
          { name: 'versions', label: 'Versions', content: <TemplateVersions template={template} /> },
        ]}
      />
    </Stack>
  );
}
