import { TextField } from './field.tsx';

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and the last day of what a list shows. */
export function DayFields({ from, to, onDays }: Days & { onDays: (days: Days) => void }) {
  return (
    <>
      <TextField
        label="From"
        type="date"
        value={from ?? ''}
        max={to}
        onChange={({ target }) => onDays({ from: target.value || undefined, to })}
      />
      <TextField
        label="To"
        type="date"
        value={to ?? ''}
        min={from}
        onChange={({ target }) => onDays({ from, to: target.value || undefined })}
      />
    </>
  );
}
