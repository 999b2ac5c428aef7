import { type SyntheticEvent, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** The current search text; empty for no search. */
  value: string;
  onSearch: (text: string) => void;
}

/** A text to search for, sent with Enter or the button. */
export function SearchField({ value, ...rest }: SearchFieldProps) {
  return <Draft key={value} value={value} {...rest} />;
}

function Draft({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form role="search" className={styles.search} onSubmit={submit}>
      <TextField
        label={label}
        type="search"
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}
