import { type Role, ROLE_TEXTS } from '../../session/roles.ts';
import { SelectField } from '../../ui/field.tsx';

const ORDER = ['viewer', 'editor', 'owner'] as const satisfies readonly Role[];

export function RoleField({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <SelectField
      label="Role"
      hint={`${ROLE_TEXTS[role].may}.`}
      value={role}
      onValue={(value) => onRole(ORDER.find((each) => each === value) ?? role)}
      options={ORDER.map((value) => ({ value, label: ROLE_TEXTS[value].label }))}
    />
  );
}
