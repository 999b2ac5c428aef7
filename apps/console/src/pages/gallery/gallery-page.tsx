import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { brandQuery } from '../../api/brand.ts';
import { STARTER_SIZES, type StarterSize } from '../../api/list-search.ts';
import { type Starter, STARTERS } from '../../api/starters.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { NewTemplateDialog } from '../templates/new-template-dialog.tsx';
import styles from './gallery.module.css';
import { StarterCard } from './starter-card.tsx';
import type { StarterBrand } from './starter-document.ts';
import { UseStarterDialog } from './use-starter-dialog.tsx';

const route = getRouteApi('/inside/templates/new');

const SIZE_LABELS: Readonly<Record<StarterSize, string>> = {
  default: 'Landscape, 16:9',
  portrait: 'Portrait, 9:16',
  square: 'Square, 1:1',
};

/** In place of a brand that cannot be read. */
const NO_BRAND: StarterBrand = {};

/** The starters by trade, in the colors of the organization's brand. */
export function GalleryPage() {
  const { search = '', size = 'default' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: brand, isPending } = useQuery(brandQuery);
  const [chosen, setChosen] = useState<Starter>();
  const [isBlank, setBlank] = useState(false);
  const mayWrite = useMay('write');
  const found = STARTERS.filter((starter) => fits(starter, search));
  const trades = [...new Set(found.map(({ trade }) => trade))];
  return (
    <>
      <PageHeader
        title="Start from a template"
        trail={<Link to="/templates">Templates</Link>}
        description={`${STARTERS.length} designs, each in three sizes, with data to replace. They take the colors and fonts of your brand.`}
      >
        {mayWrite && <Button onClick={() => setBlank(true)}>Blank template</Button>}
      </PageHeader>
      <FilterBar>
        <SelectField
          label="Size"
          value={size}
          options={STARTER_SIZES.map((value) => ({ value, label: SIZE_LABELS[value] }))}
          onValue={(value) => void navigate({ search: (before) => ({ ...before, size: value as StarterSize }) })}
        />
        <SearchField
          label="Search"
          placeholder="Sale, recipe, invitation …"
          value={search}
          onSearch={(text) => void navigate({ search: (before) => ({ ...before, search: text }) })}
        />
      </FilterBar>
      {found.length === 0 && <EmptyState title="No such design">No name or text contains “{search}”.</EmptyState>}
      {trades.map((trade) => (
        <section key={trade} aria-label={trade} className={styles.trade}>
          <h2>{trade}</h2>
          <ul className={styles.cards} data-size={size} aria-label={`Designs: ${trade}`}>
            {found
              .filter((starter) => starter.trade === trade)
              .map((starter) => (
                <StarterCard
                  key={starter.name}
                  starter={starter}
                  size={size}
                  brand={isPending ? undefined : (brand ?? NO_BRAND)}
                  onUse={mayWrite ? () => setChosen(starter) : undefined}
                />
              ))}
          </ul>
        </section>
      ))}
      {chosen && (
        <UseStarterDialog starter={chosen} size={size} brand={brand ?? NO_BRAND} onClose={() => setChosen(undefined)} />
      )}
      <NewTemplateDialog isOpen={isBlank} onClose={() => setBlank(false)} />
    </>
  );
}

/** Whether each word of a search is in the texts of a starter. */
function fits({ title, trade, description }: Starter, search: string): boolean {
  const text = `${title} ${trade} ${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
