import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Template } from '#libs/client';
import { templatesQuery } from '../../api/templates.ts';
import { useMay } from '../../session/may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { formatDuration } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { actionsColumn, type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ImportTemplateDialog } from './import-template-dialog.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { TemplateActions } from './template-actions.tsx';
import styles from './templates.module.css';

const route = getRouteApi('/inside/templates');

/** The templates of the organization, newest first, or those that are archived. */
export function TemplatesPage() {
  const [isNew, setNew] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const { offset = 0, archived = false } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(templatesQuery({ offset, archived }));
  const mayWrite = useMay('write');
  const create = mayWrite && (
    <Button look="primary" onClick={() => setNew(true)}>
      New template
    </Button>
  );
  return (
    <>
      <PageHeader title="Templates" description="What your videos are made from.">
        {mayWrite && <Button onClick={() => setImporting(true)}>Import</Button>}
        {create}
      </PageHeader>
      <StateFilter
        isArchived={archived}
        onArchived={(chosen) => void navigate({ search: chosen ? { archived: true } : {} })}
      />
      <PagedTable
        query={query}
        caption="Templates"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<NoTemplates isFiltered={archived || offset > 0} create={create} />}
        onOffset={(next) => void navigate({ search: (before) => ({ ...before, offset: next }) })}
      />
      <NewTemplateDialog isOpen={isNew} onClose={() => setNew(false)} />
      <ImportTemplateDialog key={String(isImporting)} isOpen={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}

interface StateFilterProps {
  isArchived: boolean;
  onArchived: (isArchived: boolean) => void;
}

function StateFilter({ isArchived, onArchived }: StateFilterProps) {
  return (
    <FilterBar>
      <SelectField
        label="Show"
        value={isArchived ? 'archived' : 'current'}
        options={[
          { value: 'current', label: 'In use' },
          { value: 'archived', label: 'Archived' },
        ]}
        onValue={(value) => onArchived(value === 'archived')}
      />
    </FilterBar>
  );
}

function NoTemplates({ isFiltered, create }: { isFiltered: boolean; create: ReactNode }) {
  if (isFiltered) {
    return (
      <EmptyState title="Nothing is archived">An archived template is not listed and can still be rendered.</EmptyState>
    );
  }
  return (
    <EmptyState title="No templates yet" action={create}>
      A template is a design with places that each video fills in.
    </EmptyState>
  );
}

const COLUMNS: readonly Column<Template>[] = [
  {
    head: 'Name',
    isWide: true,
    isEssential: true,
    cell: ({ id, name }) => (
      <Link to="/templates/$id" params={{ id }} className={rowTitle}>
        {name}
      </Link>
    ),
  },
  { head: 'Id', cell: ({ id }) => <CopyableId id={id} label="Copy id" /> },
  { head: 'Size', cell: ({ width, height }) => `${width} × ${height}` },
  { head: 'Duration', align: 'right', cell: ({ duration }) => formatDuration(duration) },
  { head: 'Version', align: 'right', cell: ({ version }) => version },
  { head: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
  actionsColumn((template) => <RowActions template={template} />),
];

function RowActions({ template }: { template: Template }) {
  return (
    useMay('write') && (
      <span className={styles.actions}>
        <Link to="/templates/$id/edit" params={{ id: template.id }} className={buttonClass({ size: 'small' })}>
          Edit
        </Link>
        <TemplateActions template={template} isSmall />
      </span>
    )
  );
}
