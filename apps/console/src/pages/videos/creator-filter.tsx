import { useQuery } from '@tanstack/react-query';
import { keyChoicesQuery, memberChoicesQuery } from '../../api/creators.ts';
import { useMay } from '../../session/may.ts';
import { useSession } from '../../session/session.ts';
import { SelectField } from '../../ui/field.tsx';
import { keyName } from '../keys/key-status.tsx';

interface CreatorFilterProps {
  label?: string;
  /** Id of a user or a key. */
  value: string | undefined;
  onValue: (value: string | undefined) => void;
}

/** Whose videos, or requests, a list shows. Owners know the members and the keys; others choose between their own and all. */
export function CreatorFilter({ label = 'Made by', value, onValue }: CreatorFilterProps) {
  const { user } = useSession();
  const enabled = useMay('administer');
  const keys = useQuery({ ...keyChoicesQuery, enabled });
  const members = useQuery({ ...memberChoicesQuery, enabled });
  const known = [
    { value: user.id, label: 'Me' },
    ...(members.data ?? []).filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: id, label: name })),
    ...(keys.data ?? []).map((key) => ({ value: key.id, label: `Key ${keyName(key)}` })),
  ];
  const isKnown = value === undefined || known.some((each) => each.value === value);
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[{ value: '', label: 'Everyone' }, ...known, ...(isKnown ? [] : [{ value, label: 'Another' }])]}
      onValue={(chosen) => onValue(chosen || undefined)}
    />
  );
}
