import { Link } from '@tanstack/react-router';
import { useMay } from '../../session/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Replaces a page that needs a template, in an organization that has none. */
export function NoTemplateYet() {
  return (
    <EmptyState
      title="There is no template yet"
      action={
        useMay('write') && (
          <Link to="/templates/new" className={buttonClass({ look: 'primary' })}>
            Start from a template
          </Link>
        )
      }
    >
      Videos are rendered from a template.
    </EmptyState>
  );
}
