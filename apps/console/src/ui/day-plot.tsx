import { useEffect, useRef, useState } from 'react';
import { formatDay } from './format.ts';
import styles from './day-plot.module.css';
import type { Drawing } from './draw-days.ts';
import { type Column, Table } from './table.tsx';

interface DayPlotProps extends Drawing {
  /** Name of the plotted figure, for screen readers and the table. */
  label: string;
}

/** Values by day. The day under the pointer is written out above; the same values stand in a table below. */
export function DayPlot({ label, days, series, format }: DayPlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    // Loaded after the page, which has the values in its table.
    void import('./draw-days.ts').then(({ drawDays }) => {
      if (!isGone && frame.current) remove = drawDays(frame.current, { days, series, format }, setPointed);
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [days, series, format]);
  const shown = pointed ?? days.length - 1;
  const columns: Column<number>[] = [
    { head: 'Day', isEssential: true, cell: (index) => formatDay(days[index]!) },
    ...series.map((each) => ({
      head: each.label,
      isEssential: true,
      align: 'right' as const,
      cell: (index: number) => format(each.values[index] ?? 0),
    })),
  ];
  return (
    <div className={styles.plot}>
      <p className={styles.legend}>
        <span>{formatDay(days[shown] ?? '')}</span>
        {series.map((each) => (
          <span key={each.label} className={styles.entry}>
            <span className={styles[each.tone]} data-swatch={each.label} /> {each.label}:{' '}
            {format(each.values[shown] ?? 0)}
          </span>
        ))}
      </p>
      <div
        ref={frame}
        className={styles.frame}
        role="img"
        aria-label={`${label}, by day. The values are in the table below.`}
      />
      <details className={styles.table}>
        <summary>As a table</summary>
        <Table
          caption={label}
          columns={columns}
          rows={days.map((_, index) => index).reverse()}
          keyOf={(index) => days[index]!}
        />
      </details>
    </div>
  );
}
