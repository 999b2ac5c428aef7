import { useQuery } from '@tanstack/react-query';
import { VIDEO_FORMATS } from '#libs/client';
import type { VideoListSearch } from '../../api/list-search.ts';
import { templateChoicesQuery } from '../../api/templates.ts';
import { SelectField } from '../../ui/field.tsx';
import { FilterField, FilterBar } from '../../ui/filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { VideoStatusFilter } from './video-status-filter.tsx';

interface VideoFiltersProps {
  search: VideoListSearch;
  /** Called with the whole search, at its first page. */
  onSearch: (search: VideoListSearch) => void;
}

/** Filters of the list of videos. */
export function VideoFilters({ search, onSearch }: VideoFiltersProps) {
  const templates = useQuery(templateChoicesQuery);
  const choose = <Name extends keyof VideoListSearch>(name: Name, value: VideoListSearch[Name] | undefined) => {
    const others = Object.entries(search).filter(([each]) => each !== name && each !== 'offset');
    onSearch(Object.fromEntries(value === undefined ? others : [...others, [name, value]]));
  };
  return (
    <FilterBar>
      <VideoStatusFilter label="Status" value={search.status} onValue={(value) => choose('status', value)} />
      <SelectField
        label="Template"
        value={search.template ?? ''}
        onValue={(value) => choose('template', value === '' ? undefined : value)}
        options={[
          { value: '', label: 'Every template' },
          ...(templates.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FilterField
        label="Format"
        every="Every format"
        values={VIDEO_FORMATS}
        value={search.format}
        onValue={(value) => choose('format', value)}
      />
      <SearchField
        label="Metadata begins with"
        value={search.search ?? ''}
        onSearch={(text) => choose('search', text === '' ? undefined : text)}
      />
    </FilterBar>
  );
}
