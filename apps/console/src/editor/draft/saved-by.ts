import type { Draft } from './draft.ts';

interface OtherUser {
  readonly user_id: string;
  readonly name: string;
}

/** A sentence that says who stored a draft. @param userId of the user of this editor */
export function savedBy(draft: Draft, userId: string, others: readonly OtherUser[]): string {
  if (draft.updated_at === null) return 'This template was published, or its draft discarded, elsewhere.';
  if (draft.saved_by === null) return 'A program saved this template with an API key.';
  if (draft.saved_by === userId) return 'You saved this template in another tab.';
  const name = others.find(({ user_id }) => user_id === draft.saved_by)?.name;
  return `${name || 'Another user'} saved this template.`;
}
