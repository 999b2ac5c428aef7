import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { components } from '#libs/client';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { mediaQuery } from '../../api/media.ts';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/pagination.tsx';
import { Stack } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { AssetCard } from './asset-card.tsx';
import styles from './media-page.module.css';
import { Upload } from './upload.tsx';

const route = getRouteApi('/inside/media');

/** Uploaded files, newest first. */
export function MediaPage() {
  const { offset = 0, search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('write');
  const query = useQuery(mediaQuery({ offset, ...(search !== '' && { search }) }));
  return (
    <>
      <PageHeader
        title="Media"
        description="Files that templates and requests refer to by their URL. Anyone who knows the URL can read the file."
      />
      <Stack gap="large">
        {mayWrite && <Upload />}
        <div>
          <FilterBar>
            <SearchField
              label="Name"
              value={search}
              onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text } })}
            />
          </FilterBar>
          <Loaded query={query}>
            {(page) =>
              page.data.length === 0 ? (
                <NoFiles isFiltered={search !== '' || offset > 0} />
              ) : (
                <Files
                  page={page}
                  offset={offset}
                  onOffset={(next) => void navigate({ search: (before) => ({ ...before, offset: next }) })}
                />
              )
            }
          </Loaded>
        </div>
      </Stack>
    </>
  );
}

interface FilesProps {
  page: components['schemas']['AssetList'];
  offset: number;
  onOffset: (offset: number) => void;
}

function Files({ page: { data, pagination }, offset, onOffset }: FilesProps) {
  return (
    <div>
      <ul className={styles.grid} aria-label="Files">
        {data.map((asset) => (
          <AssetCard key={asset.id} asset={asset} />
        ))}
      </ul>
      <PageLinks offset={offset} limit={PAGE_SIZE} count={data.length} total={pagination.total} onOffset={onOffset} />
    </div>
  );
}

function NoFiles({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return <EmptyState title="No files yet">Drop one above. Its URL can then be used like any other.</EmptyState>;
  return (
    <EmptyState
      title="No such file"
      action={
        <Link to="/media" className={buttonClass()}>
          Show all
        </Link>
      }
    >
      No name contains this text.
    </EmptyState>
  );
}
