import { Notice } from '../ui/error-state.tsx';

/** Reasons why the provider's answer did not sign in (docs/api/accounts.md), and what to do. */
const REASONS: Readonly<Record<string, (provider: string) => string>> = {
  expired: () => 'The attempt to sign in has expired or was used already. Try again.',
  unavailable: (provider) => `${provider} cannot be reached. Try again later.`,
  too_many: () => 'There were too many attempts to sign in. Wait a minute.',
  email_not_verified: (provider) => `${provider} has not verified your e-mail address. Verify it there first.`,
  domain: () => 'The domain of your e-mail address may not sign in here.',
  has_password: (provider) =>
    `Your e-mail address belongs to a user who has a password. Sign in with it, then choose “Connect ${provider}” in your menu.`,
  not_invited: () =>
    'There is no invitation for your e-mail address. If you have a password here, sign in with it, then connect in your menu. Otherwise ask an owner of your organization for an invitation.',
  disabled: () => 'This user is disabled. Ask the operator of this installation.',
  connected_elsewhere: (provider) => `This account of ${provider}, or this user, is connected with another one.`,
};

export function Refusal({ reason, provider }: { reason: string; provider: string }) {
  const explain = Object.hasOwn(REASONS, reason)
    ? REASONS[reason]!
    : () => `${provider} did not sign you in. Try again.`;
  return <Notice>{explain(provider)}</Notice>;
}
