import { type Role, ROLES } from '../../session/roles.ts';
import { SelectField } from '../../ui/field.tsx';

const ORDER = ['viewer', 'editor', 'owner'] as const satisfies readonly Role[];

export function RoleField({ role, onRole }: { role: Role; onRole: (role: Role) => void }) {
  return (
    <SelectField
      label="Role"
      hint={`${ROLES[role].may}.`}
      value={role}
      onValue={(value) => onRole(ORDER.find((each) => each === value) ?? role)}
      options={ORDER.map((value) => ({ value, label: ROLES[value].label }))}
    />
  );
}
