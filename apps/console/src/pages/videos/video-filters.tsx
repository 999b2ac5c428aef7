import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VIDEO_FORMATS } from '#libs/client';
import type { VideoListSearch } from '../../api/list-search.ts';
import { templateChoicesQuery } from '../../api/templates.ts';
import { Button } from '../../ui/button.tsx';
import { DayFields } from '../../ui/day-fields.tsx';
import { SelectField } from '../../ui/field.tsx';
import { FilterBar, FilterField } from '../../ui/filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { CreatorFilter } from './creator-filter.tsx';
import { VideoViewSwitch } from './video-list.tsx';
import { VideoStatusFilter } from './video-status-filter.tsx';

/** Filters that few need, shown when one of them is set or wanted. */
const MORE = ['by', 'format', 'from', 'to'] as const satisfies readonly (keyof VideoListSearch)[];

interface VideoFiltersProps {
  search: VideoListSearch;
  /** Called with the whole search, at its first page. */
  onSearch: (search: VideoListSearch) => void;
}

/** The filters of a search, without the page and the look of their list. */
export function filtersOf({ offset: _page, view: _view, ...filters }: VideoListSearch): VideoListSearch {
  return filters;
}

/** Filters of the list of videos, and its look. */
export function VideoFilters({ search, onSearch }: VideoFiltersProps) {
  const templates = useQuery(templateChoicesQuery);
  const { view } = search;
  const filters = filtersOf(search);
  const change = (changed: { [Name in keyof VideoListSearch]: VideoListSearch[Name] | undefined }) => {
    const all = Object.entries({ ...filters, view, ...changed });
    onSearch(Object.fromEntries(all.filter(([, value]) => value !== undefined)));
  };
  const [isOpen, setOpen] = useState(MORE.some((name) => search[name] !== undefined));
  const count = MORE.filter((name) => search[name] !== undefined).length;
  return (
    <>
      <FilterBar>
        <SearchField
          label="Metadata begins with"
          value={search.search ?? ''}
          onSearch={(text) => change({ search: text || undefined })}
        />
        <VideoStatusFilter label="Status" value={search.status} onValue={(status) => change({ status })} />
        <SelectField
          label="Template"
          value={search.template ?? ''}
          onValue={(value) => change({ template: value || undefined })}
          options={[
            { value: '', label: 'Every template' },
            ...(templates.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          More filters{count > 0 && ` (${count})`}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button look="quiet" onClick={() => onSearch(view ? { view } : {})}>
            Show all
          </Button>
        )}
        <VideoViewSwitch
          view={view ?? 'list'}
          onView={(next) => change({ view: next === 'list' ? undefined : next })}
        />
      </FilterBar>
      {isOpen && (
        <FilterBar>
          <CreatorFilter value={search.by} onValue={(by) => change({ by })} />
          <FilterField
            label="Format"
            every="Every format"
            values={VIDEO_FORMATS}
            value={search.format}
            onValue={(format) => change({ format })}
          />
          <DayFields from={search.from} to={search.to} onDays={change} />
        </FilterBar>
      )}
    </>
  );
}
