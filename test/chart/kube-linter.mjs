import { LINT_RULES } from './lint-rules.mjs';
import { RESTRICTED_CHECKS } from './restricted.mjs';

/** https://docs.kubelinter.io/#/generated/checks: the default checks of kube-linter. */
const DEFAULT = new Set(
  `dangling-service deprecated-service-account-field docker-sock drop-net-raw-capability duplicate-env-var env-var-secret
  host-ipc host-network host-pid invalid-target-ports latest-tag liveness-port mismatching-selector no-anti-affinity
  no-extensions-v1beta no-read-only-root-fs non-existent-service-account pdb-max-unavailable pdb-min-available
  pdb-unhealthy-pod-eviction-policy privilege-escalation-container privileged-container readiness-port run-as-non-root
  sensitive-host-mounts ssh-port startup-port unsafe-sysctls unset-cpu-requirements unset-memory-requirements`.split(
    /\s+/,
  ),
);

/** The checks of kube-linter that kube-score makes too, with kube-score's names. */
const BY_KUBE_SCORE = {
  'dangling-networkpolicy': 'networkpolicy-targets-pod',
  'dangling-service': 'service-targets-pod',
  'duplicate-env-var': 'environment-variable-key-duplication',
  'latest-tag': 'container-image-tag',
  'mismatching-selector': 'deployment-pod-selector-labels-match-template-metadata-labels',
  'pod-disruption-budget': 'deployment-has-poddisruptionbudget',
  'unset-cpu-requirements': 'container-resources',
  'unset-ephemeral-storage-requirements': 'container-ephemeral-storage-request-and-limit',
};

/** Checks about kinds of objects that have no schema in `schemas/`. Such objects are refused for lack of a schema. */
const BY_API_SCHEMAS = `access-to-create-pods access-to-secrets aggregate-to-admin-escalation
  approve-signers-without-resource-names bind-verb-in-role cluster-admin-role-binding cluster-wide-secrets-access
  deletecollection-verb-in-role escalate-verb-in-role impersonate-without-resource-names
  insecure-route-termination kube-chainsaw-rbac no-extensions-v1beta scc-deny-privileged-container schema-validation
  webhook-failure-policy-ignore wildcard-in-rules wildcard-resource-verb-combo`.split(/\s+/);

/** Checks that nothing here makes, by the reason why. */
const NOT_HELD = {
  'an installation decides': [
    'hpa-maximum-replicas',
    'hpa-minimum-three-replicas',
    'image-not-pinned-by-digest',
    'minimum-three-replicas',
    'no-node-affinity',
    'priority-class-name',
    'required-annotation-email',
    'required-label-owner',
  ],
  'the cluster decides': ['dnsconfig-options'],
  'services are configured by their environment, each from a Secret of its own': ['read-secret-from-env-var'],
  'a matter of taste': ['sorted-keys'],
};

/**
 * Differences between this table and the present checks.
 * @param offered names of the checks that kube-score has
 * @param ignored names of those that it is not asked for
 */
export function kubeLinterFaults(offered, ignored) {
  const held = new Set(Object.values(holders()).flat());
  const asked = new Set(offered.filter((check) => !ignored.includes(check)));
  return [
    ...[...DEFAULT].filter((check) => !held.has(check)).map((check) => `${check} is held by nothing`),
    ...Object.values(BY_KUBE_SCORE)
      .filter((check) => !asked.has(check))
      .map((check) => `kube-score is not asked for ${check}`),
  ];
}

const BEGIN = '<!-- kube-linter: written by `npm run check:chart -- --update` from test/chart/kube-linter.mjs -->\n';
const END = '<!-- end of kube-linter -->';

/** A text with its present lists: what makes which of kube-linter's checks, and why others are not made. */
export function withKubeLinter(text) {
  const [before, rest] = text.split(BEGIN);
  const marked = (check) => (DEFAULT.has(check) ? `**${check}**` : check);
  const list = (lists) =>
    Object.entries(lists)
      .map(([what, checks]) => `- ${what}: ${checks.map(marked).join(', ')}\n`)
      .join('');
  return `${before}${BEGIN}\n${list(holders())}\nNot held, because\n\n${list(NOT_HELD)}\n${rest.slice(rest.indexOf(END))}`;
}

function holders() {
  return {
    'kube-score': Object.keys(BY_KUBE_SCORE),
    '`lint-rules.mjs`': [...Object.keys(LINT_RULES), 'externalname-service-redirect'],
    '`restricted.mjs`': RESTRICTED_CHECKS,
    '`network-edges.mjs`': ['non-isolated-pod'],
    'kubeconform, to which roles, webhooks and the like are unknown kinds': BY_API_SCHEMAS,
  };
}
