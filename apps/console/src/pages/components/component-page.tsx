import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { components } from '#libs/client';
import { componentQuery, componentVersionsQuery } from '../../api/brand.ts';
import { useMay } from '../../session/may.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ComponentForm } from './component-form.tsx';
import styles from './components.module.css';
import { DeleteComponent } from './delete-component.tsx';

const route = getRouteApi('/inside/components/$name');

/** A component: its picture and its contents, what uses it, its versions. */
export function ComponentPage() {
  const { name } = route.useParams();
  const query = useQuery(componentQuery(name));
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader
        title={name}
        trail={<Link to="/components">Components</Link>}
        description={query.data?.description ?? undefined}
      >
        {query.data && mayWrite && <DeleteComponent name={name} />}
      </PageHeader>
      <Loaded query={query}>
        {(component) => (
          <Stack gap="large">
            <ComponentForm key={component.version} component={component} />
            <UsedBy users={component.used_by ?? []} />
            <Versions name={name} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

type ComponentUse = components['schemas']['ComponentUse'];

const KINDS = { template: 'Template', draft: 'Draft', component: 'Component' } as const;

function UsedBy({ users }: { users: readonly ComponentUse[] }) {
  return (
    <Panel title="Used by">
      {users.length === 0 && <p className={styles.facts}>Nothing refers to it.</p>}
      <ul className={styles.users}>
        {users.map(({ kind, template_id, name, reference }) => (
          <li key={`${kind} ${template_id ?? ''} ${name} ${reference}`}>
            {template_id === null ? (
              <Link to="/components/$name" params={{ name }}>
                {name}
              </Link>
            ) : (
              <Link to="/templates/$id" params={{ id: template_id }}>
                {name}
              </Link>
            )}{' '}
            <span className={styles.facts}>
              {KINDS[kind]}, as {reference}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Version = components['schemas']['ComponentVersion'];

const COLUMNS: Column<Version>[] = [
  { head: 'Version', isEssential: true, cell: ({ version }) => version },
  { head: 'Created', isEssential: true, isWide: true, cell: ({ created_at }) => <Time at={created_at} isLong /> },
];

function Versions({ name }: { name: string }) {
  const [offset, setOffset] = useState(0);
  const query = useQuery(componentVersionsQuery(name, offset));
  return (
    <Panel title="Versions">
      <PagedTable
        query={query}
        caption="Versions of the component"
        columns={COLUMNS}
        keyOf={({ version }) => String(version)}
        empty={null}
        onOffset={setOffset}
      />
    </Panel>
  );
}
