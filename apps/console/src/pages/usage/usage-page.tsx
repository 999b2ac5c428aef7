import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import {
  PERIOD_OPTIONS,
  type PeriodDays,
  type PeriodSearch,
  datesOf,
  periodSearch,
  readPeriod,
} from '../../api/period.ts';
import { Button } from '../../ui/button.tsx';
import { DayPlot } from '../../ui/day-plot.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Figures } from '../../ui/figures.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { NameInUse, UsageSplits } from './usage-splits.tsx';
import styles from './usage-page.module.css';

type Usage = components['schemas']['Usage'];
const route = getRouteApi('/inside/usage');

/** Usage of an organization: rendered videos and failures. */
export function UsagePage() {
  const { days, of } = route.useSearch();
  const period = readPeriod(days);
  const navigate = route.useNavigate();
  const query = useUsage(period, of);
  const show = (search: PeriodSearch) => void navigate({ search: periodSearch({ ...search }) });
  return (
    <>
      <PageHeader title="Usage" description="Videos by the day (UTC) on which they ended." />
      <FilterBar>
        <SelectField
          label="Period"
          value={period}
          options={PERIOD_OPTIONS}
          onValue={(chosen) => show({ days: readPeriod(chosen), ...(of !== undefined && { of }) })}
        />
        {of !== undefined && (
          <>
            <p role="status" className={styles.only}>
              Only <NameInUse id={of} period={period} />
            </p>
            <Button onClick={() => show({ days: period })}>Show all</Button>
          </>
        )}
      </FilterBar>
      <Stack gap="large">
        <Loaded query={query}>{(usage) => <UsageOfPeriod usage={usage} />}</Loaded>
        <UsageSplits period={period} onOf={(id) => show({ days: period, of: id })} />
      </Stack>
    </>
  );
}

function useUsage(period: PeriodDays, of: string | undefined) {
  return useQuery({
    queryKey: ORGANIZATION.usage(period, of),
    queryFn: ({ signal }) => unwrap(api.GET('/usage', { params: { query: { ...datesOf(period), of } }, signal })),
    placeholderData: keepPreviousData,
  });
}

function UsageOfPeriod({ usage }: { usage: Usage }) {
  const { total } = usage;
  const ended = total.finished + total.failed + total.canceled + total.tests.finished + total.tests.failed;
  if (ended === 0) {
    return <EmptyState title="Nothing ended in this period">Videos are counted here as soon as they end.</EmptyState>;
  }
  return (
    <Stack gap="large">
      <Figures
        figures={[
          ['Finished videos', formatNumber(total.finished)],
          ['Minutes', formatNumber(total.seconds / 60, 1)],
          ['Credits', formatNumber(total.credits)],
          ['Failed', formatNumber(total.failed)],
          ['Canceled', formatNumber(total.canceled)],
          ['Test videos', formatNumber(total.tests.finished)],
        ]}
      />
      <Plots days={usage.data} />
      {total.failures.length > 0 && (
        <Panel title="Failures by code">
          <Table caption="Failures" columns={FAILURES} rows={total.failures} keyOf={({ code }) => code} />
        </Panel>
      )}
    </Stack>
  );
}

const minutes = (value: number): string => formatNumber(value, 1);

function Plots({ days: newestFirst }: { days: Usage['data'] }) {
  const { days, videos, length } = useMemo(() => {
    const ascending = newestFirst.toReversed();
    return {
      days: ascending.map(({ date }) => date),
      videos: [
        { label: 'Finished', tone: 'accent', values: ascending.map(({ finished }) => finished) },
        { label: 'Failed', tone: 'bad', values: ascending.map(({ failed }) => failed) },
      ] as const,
      length: [{ label: 'Minutes', tone: 'accent', values: ascending.map(({ seconds }) => seconds / 60) }] as const,
    };
  }, [newestFirst]);
  return (
    <div className={styles.plots}>
      <Panel title="Videos">
        <DayPlot label="Videos" days={days} series={videos} format={formatNumber} />
      </Panel>
      <Panel title="Minutes of video">
        <DayPlot label="Minutes of video" days={days} series={length} format={minutes} />
      </Panel>
    </div>
  );
}

const FAILURES: readonly Column<Usage['total']['failures'][number]>[] = [
  { head: 'Code', isEssential: true, isWide: true, cell: ({ code }) => <code>{code}</code> },
  { head: 'Videos', isEssential: true, align: 'right', cell: ({ videos }) => formatNumber(videos) },
];
