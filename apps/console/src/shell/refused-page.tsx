import type { Right } from '../session/may.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const WHO: Readonly<Record<Right, string>> = {
  write: 'Editors and owners of the organization may. Ask an owner of your organization.',
  administer: 'Only owners of the organization may. Ask one of them.',
  operate: 'Only operators of this installation may. Ask one of them.',
};

/** Takes the place of a page that the user may not see. */
export function RefusedPage({ label, access }: { label: string; access: Right }) {
  return (
    <>
      <PageHeader title={label} />
      <EmptyState title="You may not see this">{WHO[access]}</EmptyState>
    </>
  );
}
