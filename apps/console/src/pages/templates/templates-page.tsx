import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Template } from '#libs/client';
import { templateChoicesQuery } from '../../api/templates.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatDuration } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';

const COLUMNS: readonly Column<Template>[] = [
  {
    head: 'Name',
    isWide: true,
    isEssential: true,
    cell: ({ id, name }) => (
      <Link to="/templates/$id/edit" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { head: 'Id', cell: ({ id }) => <CopyableId id={id} label="Copy id" /> },
  { head: 'Size', cell: ({ width, height }) => `${width} × ${height}` },
  { head: 'Duration', align: 'right', cell: ({ duration }) => formatDuration(duration) },
  { head: 'Version', align: 'right', cell: ({ version }) => version },
  { head: 'Changed', isEssential: true, cell: ({ updated_at }) => <Time at={updated_at} /> },
];

/** The newest templates of the organization. Each opens in the editor. */
export function TemplatesPage() {
  const [isNew, setNew] = useState(false);
  const query = useQuery(templateChoicesQuery);
  const create = useMay('write') && (
    <Button look="primary" onClick={() => setNew(true)}>
      New template
    </Button>
  );
  return (
    <>
      <PageHeader title="Templates" description="What your videos are made from. Open one to edit it.">
        {create}
      </PageHeader>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No templates yet" action={create}>
              A template is a design with places that each video fills in.
            </EmptyState>
          ) : (
            <Table caption="Templates" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
      <NewTemplateDialog isOpen={isNew} onClose={() => setNew(false)} />
    </>
  );
}
