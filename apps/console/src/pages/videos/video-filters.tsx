import { useQuery } from '@tanstack/react-query';
import { VIDEO_FORMATS, VIDEO_STATUSES, type VideoListSearch } from '../../api/list-search.ts';
import { templateChoicesQuery } from '../../api/templates.ts';
import { SelectField } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { statusLabel } from './status-badge.tsx';
import styles from './videos-page.module.css';

interface VideoFiltersProps {
  search: VideoListSearch;
  /** Called with the whole search, at its first page. */
  onSearch: (search: VideoListSearch) => void;
}

/** Which videos the list shows. */
export function VideoFilters({ search, onSearch }: VideoFiltersProps) {
  const templates = useQuery(templateChoicesQuery);
  const choose = <Name extends keyof VideoListSearch>(name: Name, value: VideoListSearch[Name] | undefined) => {
    const others = Object.entries(search).filter(([each]) => each !== name && each !== 'offset');
    onSearch(Object.fromEntries(value === undefined ? others : [...others, [name, value]]));
  };
  return (
    <div className={styles.filters}>
      <SelectField
        label="Status"
        value={search.status ?? ''}
        onValue={(value) =>
          choose(
            'status',
            VIDEO_STATUSES.find((each) => each === value),
          )
        }
        options={[
          { value: '', label: 'Every status' },
          ...VIDEO_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
        ]}
      />
      <SelectField
        label="Template"
        value={search.template ?? ''}
        onValue={(value) => choose('template', value === '' ? undefined : value)}
        options={[
          { value: '', label: 'Every template' },
          ...(templates.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        label="Format"
        value={search.format ?? ''}
        onValue={(value) =>
          choose(
            'format',
            VIDEO_FORMATS.find((each) => each === value),
          )
        }
        options={[{ value: '', label: 'Every format' }, ...VIDEO_FORMATS.map((value) => ({ value, label: value }))]}
      />
      <SearchField
        label="Metadata begins with"
        value={search.search ?? ''}
        onSearch={(text) => choose('search', text === '' ? undefined : text)}
      />
    </div>
  );
}
