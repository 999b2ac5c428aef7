import { useEffect, useRef, useState } from 'react';
import { formatDay } from './format.ts';
import styles from './day-plot.module.css';
import type { DaysDrawing } from './draw-days.ts';
import { type Column, Table } from './table.tsx';

interface DayPlotProps extends DaysDrawing {
  /** Name of the plotted figure, for screen readers and the table. */
  label: string;
}

/** Values by day. The day under the pointer is written out above; the same values stand in a table below. */
export function DayPlot({ label, days, series, format }: DayPlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const frame = useDrawing({ days, series, format }, setPointed);
  const shown = pointed ?? days.length - 1;
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
          columns={columnsOf({ days, series, format })}
          rows={days.map((_, index) => index).reverse()}
          keyOf={(index) => days[index]!}
        />
      </details>
    </div>
  );
}

/** The ref of the element that has the drawing. */
function useDrawing({ days, series, format }: DaysDrawing, onPoint: (index: number | null) => void) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    // Loaded after the page, which has the values in its table.
    void import('./draw-days.ts').then(({ drawDays }) => {
      if (!isGone && frame.current) remove = drawDays(frame.current, { days, series, format }, onPoint);
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, [days, series, format, onPoint]);
  return frame;
}

/** The columns of a table whose rows are the positions of the days. */
function columnsOf({ days, series, format }: DaysDrawing): readonly Column<number>[] {
  const values = series.map((each): Column<number> => ({
    head: each.label,
    isEssential: true,
    align: 'right',
    cell: (index) => format(each.values[index] ?? 0),
  }));
  return [{ head: 'Day', isEssential: true, cell: (index) => formatDay(days[index]!) }, ...values];
}
