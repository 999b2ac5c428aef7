import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { TemplateListSearch } from '../../api/list-search.ts';
import { templatesQuery } from '../../api/templates.ts';
import { useMay } from '../../session/may.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Cards } from '../../ui/cards.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Paged } from '../../ui/paged.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ImportTemplateDialog } from './import-template-dialog.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { TemplateCard } from './template-card.tsx';

const route = getRouteApi('/inside/templates');

/** The templates of the organization by their pictures, newest first, or those that are archived. */
export function TemplatesPage() {
  const [isNew, setNew] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(templatesQuery(search));
  const mayWrite = useMay('write');
  const start = mayWrite && (
    <Link to="/templates/new" className={buttonClass({ look: 'primary' })}>
      Start from a template
    </Link>
  );
  return (
    <>
      <PageHeader title="Templates" description="What your videos are made from.">
        {mayWrite && <Button onClick={() => setImporting(true)}>Import</Button>}
        {mayWrite && <Button onClick={() => setNew(true)}>New template</Button>}
        {start}
      </PageHeader>
      <TemplateFilters search={search} onSearch={(next) => void navigate({ search: next })} />
      <Paged
        query={query}
        empty={<NoTemplates search={search} start={start} />}
        onOffset={(offset) => void navigate({ search: (before) => ({ ...before, offset }) })}
      >
        {(templates) => (
          <Cards label="Templates">
            {templates.map((template) => (
              <TemplateCard key={template.id} template={template} />
            ))}
          </Cards>
        )}
      </Paged>
      <NewTemplateDialog isOpen={isNew} onClose={() => setNew(false)} />
      <ImportTemplateDialog key={String(isImporting)} isOpen={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}

interface TemplateFiltersProps {
  search: TemplateListSearch;
  onSearch: (search: TemplateListSearch) => void;
}

function TemplateFilters({ search: { archived, search }, onSearch }: TemplateFiltersProps) {
  return (
    <FilterBar>
      <SelectField
        label="Show"
        value={archived ? 'archived' : 'current'}
        options={[
          { value: 'current', label: 'In use' },
          { value: 'archived', label: 'Archived' },
        ]}
        onValue={(value) =>
          onSearch({ ...(search !== undefined && { search }), ...(value === 'archived' && { archived: true }) })
        }
      />
      <SearchField
        label="Name contains"
        value={search ?? ''}
        onSearch={(text) => onSearch({ ...(archived && { archived }), ...(text !== '' && { search: text }) })}
      />
    </FilterBar>
  );
}

function NoTemplates({ search, start }: { search: TemplateListSearch; start: ReactNode }) {
  if (search.search !== undefined) {
    return <EmptyState title="No such template">No name contains “{search.search}”.</EmptyState>;
  }
  if (search.archived) {
    return (
      <EmptyState title="Nothing is archived">An archived template is not listed and can still be rendered.</EmptyState>
    );
  }
  return (
    <EmptyState title="No templates yet" action={start}>
      A template is a design with places that each video fills in.
    </EmptyState>
  );
}
