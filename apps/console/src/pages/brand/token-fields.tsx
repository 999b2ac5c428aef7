import { Swatch } from '../../ui/swatch.tsx';
import { mediaAddress } from '../../api/media.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { TokenGroup, TokenRow } from './brand-rows.ts';
import styles from './brand.module.css';

const VALUE_LABELS = {
  colors: 'CSS color',
  fonts: 'Font family',
  logos: 'Address of the picture',
  sounds: 'Address of the sound',
} as const;

interface TokenFieldsProps {
  group: TokenGroup;
  row: TokenRow;
  /** Absent for people who may only read. */
  onRow: ((row: TokenRow) => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** The name and the value of a token, with what it looks or sounds like. */
export function TokenFields({ group, row, onRow, onRemove }: TokenFieldsProps) {
  const isReadOnly = onRow === undefined;
  const isAddress = group === 'logos' || group === 'sounds';
  const set = (change: Partial<TokenRow>) => onRow?.({ ...row, ...change });
  return (
    <li className={group === 'fonts' ? styles.font : styles.token}>
      <Sample group={group} row={row} onColor={onRow && ((value) => set({ value }))} />
      <TextField
        label="Name"
        value={row.name}
        readOnly={isReadOnly}
        required
        pattern="[A-Za-z][A-Za-z0-9_]{0,63}"
        title="A letter, then at most 63 letters, digits or underscores"
        spellCheck={false}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label={VALUE_LABELS[group]}
        value={row.value}
        readOnly={isReadOnly}
        required
        type={isAddress ? 'url' : 'text'}
        maxLength={isAddress ? 2_048 : 200}
        spellCheck={false}
        onChange={(event) => set({ value: event.target.value })}
      />
      {onRemove && (
        <Button size="small" look="quiet" aria-label={`Remove ${row.name || 'the new value'}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  );
}

interface SampleProps extends Pick<TokenFieldsProps, 'group' | 'row'> {
  onColor: ((color: string) => void) | undefined;
}

/** A picture or a player of a color or an uploaded file. The policy of the page shows no files of other sites. */
function Sample({ group, row: { name, value }, onColor }: SampleProps) {
  if (group === 'fonts') return null;
  if (group === 'colors') {
    if (!onColor) return <span className={styles.color} style={{ background: value }} />;
    return <Swatch label={`Pick ${name || 'a color'}`} color={value} onColor={onColor} onEnd={() => undefined} />;
  }
  const address = uploadedAt(value);
  if (address === undefined) return <span className={styles.color} aria-hidden="true" />;
  if (group === 'sounds')
    return <audio className={styles.sound} src={address} preload="none" controls aria-label={name} />;
  return <img className={styles.logo} src={address} alt={name} loading="lazy" />;
}

/** The address at which the console reads an uploaded file; undefined for any other address. */
function uploadedAt(url: string): string | undefined {
  return /^https?:\/\/[^/]+(\/[^?#]*)?\/media\/[^/?#]+\/[^/?#]+$/.test(url) ? mediaAddress(url) : undefined;
}
