import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { CREDITS } from '../../api/query-keys.ts';
import { PERIOD_OPTIONS, type PeriodDays, datesOf, readPeriod } from '../../api/period.ts';
import { DayPlot } from '../../ui/day-plot.tsx';
import { SelectField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';

type CreditDay = components['schemas']['CreditDay'];

/** Credits spent on each day. */
export function CreditsByDay() {
  const [period, setPeriod] = useState<PeriodDays>('30');
  const query = useQuery({
    queryKey: CREDITS.days(period),
    queryFn: ({ signal }) => unwrap(api.GET('/credits/days', { params: { query: datesOf(period) }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel
      title="Spent by day"
      actions={
        <SelectField
          label="Period"
          isLabelHidden
          value={period}
          options={PERIOD_OPTIONS}
          onValue={(days) => setPeriod(readPeriod(days))}
        />
      }
    >
      <Loaded query={query}>{({ data }) => <SpentPlot days={data} />}</Loaded>
    </Panel>
  );
}

function SpentPlot({ days: newestFirst }: { days: readonly CreditDay[] }) {
  const { days, series } = useMemo(() => {
    const ascending = newestFirst.toReversed();
    return {
      days: ascending.map(({ date }) => date),
      series: [{ label: 'Credits', tone: 'accent', values: ascending.map(({ captured }) => captured) }] as const,
    };
  }, [newestFirst]);
  return <DayPlot label="Credits spent" days={days} series={series} format={formatNumber} />;
}
