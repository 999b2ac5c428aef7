import type { SyntheticEvent } from 'react';

/** Passes the texts of a form's fields to the program; the browser does not send the form. */
export function readForm<Name extends string>(
  names: readonly Name[],
  onValues: (values: Record<Name, string>) => void,
): (event: SyntheticEvent<HTMLFormElement>) => void {
  return (event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    onValues(Object.fromEntries(names.map((name) => [name, textOf(data.get(name))])) as Record<Name, string>);
  };
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
