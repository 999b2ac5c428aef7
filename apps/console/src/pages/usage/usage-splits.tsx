import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { datesOf, type PeriodDays } from '../../api/period.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import type { Column } from '../../ui/table.tsx';
import { creatorInWords } from '../videos/video-words.ts';

type TemplateInUse = components['schemas']['TemplateInUse'];
type CreatorInUse = components['schemas']['CreatorInUse'];

/** Rows of one list. */
const SHOWN = 10;

const templatesQuery = (period: PeriodDays, offset: number) =>
  queryOptions({
    queryKey: ORGANIZATION.usageSplit('templates', period, offset),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/usage/templates', { params: { query: { ...datesOf(period), limit: SHOWN, offset } }, signal })),
    placeholderData: keepPreviousData,
  });

const creatorsQuery = (period: PeriodDays, offset: number) =>
  queryOptions({
    queryKey: ORGANIZATION.usageSplit('creators', period, offset),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/usage/creators', { params: { query: { ...datesOf(period), limit: SHOWN, offset } }, signal })),
    placeholderData: keepPreviousData,
  });

interface UsageSplitsProps {
  period: PeriodDays;
  /** Shows the usage of one template, key or member alone. */
  onOf: (id: string) => void;
}

/** The usage of a period by template, and by key and member. */
export function UsageSplits({ period, onOf }: UsageSplitsProps) {
  return (
    <Stack gap="large">
      <ByTemplate key={`templates ${period}`} period={period} onOf={onOf} />
      <ByCreator key={`creators ${period}`} period={period} onOf={onOf} />
    </Stack>
  );
}

function ByTemplate({ period, onOf }: UsageSplitsProps) {
  const [offset, setOffset] = useState(0);
  const query = useQuery(templatesQuery(period, offset));
  const columns: Column<TemplateInUse>[] = [
    {
      head: 'Template',
      isWide: true,
      isEssential: true,
      cell: (used) => (
        <RowButton onClick={() => onOf(used.template_id)}>{used.template_name ?? 'A deleted template'}</RowButton>
      ),
    },
    ...COUNTS,
  ];
  return (
    <Panel title="By template">
      <PagedTable
        query={query}
        caption="Usage by template"
        columns={columns}
        keyOf={({ template_id }) => template_id}
        empty={<EmptyState title="No template">No video but tests ended in this period.</EmptyState>}
        onOffset={setOffset}
      />
    </Panel>
  );
}

function ByCreator({ period, onOf }: UsageSplitsProps) {
  const [offset, setOffset] = useState(0);
  const query = useQuery(creatorsQuery(period, offset));
  const columns: Column<CreatorInUse>[] = [
    {
      head: 'Key or member',
      isWide: true,
      isEssential: true,
      cell: ({ created_by }) => <RowButton onClick={() => onOf(created_by.id)}>{creatorInWords(created_by)}</RowButton>,
    },
    ...COUNTS,
  ];
  return (
    <Panel title="By key and member">
      <PagedTable
        query={query}
        caption="Usage by key and member"
        columns={columns}
        keyOf={({ created_by }) => created_by.id}
        empty={<EmptyState title="No key or member">No video but tests ended in this period.</EmptyState>}
        onOffset={setOffset}
      />
    </Panel>
  );
}

/** The name of a template, key or member that is among those that cost most. */
export function NameInUse({ id, period }: { id: string; period: PeriodDays }) {
  const templates = useQuery(templatesQuery(period, 0)).data?.data ?? [];
  const creators = useQuery(creatorsQuery(period, 0)).data?.data ?? [];
  const creator = creators.find(({ created_by }) => created_by.id === id);
  const template = templates.find(({ template_id }) => template_id === id);
  return template?.template_name ?? (creator ? creatorInWords(creator.created_by) : <code>{id}</code>);
}

const COUNTS: readonly Column<TemplateInUse | CreatorInUse>[] = [
  { head: 'Finished', align: 'right', cell: ({ finished }) => formatNumber(finished) },
  { head: 'Failed', align: 'right', cell: ({ failed }) => formatNumber(failed) },
  { head: 'Minutes', align: 'right', cell: ({ seconds }) => formatNumber(seconds / 60, 1) },
  { head: 'Credits', align: 'right', isEssential: true, cell: ({ credits }) => formatNumber(credits) },
];
