import { podTemplateOf } from './restricted.mjs';

/**
 * Connections that pods may open to each other, from rendered NetworkPolicies alone: a connection must be allowed where
 * it leaves and where it arrives. Everything outside the release appears under the words of its policy.
 * @returns lines `from → to: ports`, sorted
 */
export function networkEdges(objects) {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const pods = objects.flatMap((object) => podTemplateOf(object)?.metadata.labels ?? []);
  const names = new Map(pods.map((labels) => [labels['app.kubernetes.io/component'], labels]));
  const edges = new Set();
  for (const [from, labels] of names) {
    for (const rule of rules(policies, labels, 'Egress', 'egress')) {
      for (const peer of rule.to ?? [{}]) {
        const inside = peer.podSelector && !peer.namespaceSelector;
        if (!inside) edges.add(`${from} → ${outsider(peer)}: ${ports(rule)}`);
        for (const [to, target] of inside ? names : []) {
          if (labelsMatch(peer.podSelector, target) && receives(policies, target, labels, rule.ports)) {
            edges.add(`${from} → ${to}: ${ports(rule)}`);
          }
        }
      }
    }
  }
  for (const [to, labels] of names) {
    for (const rule of rules(policies, labels, 'Ingress', 'ingress')) {
      for (const peer of rule.from ?? [{}]) {
        if (!peer.podSelector || peer.namespaceSelector) edges.add(`${outsider(peer)} → ${to}: ${ports(rule)}`);
      }
    }
  }
  return [...edges].sort();
}

/** Pods that no policy selects for a direction: they may connect to any address. */
export function unrestrictedPods(objects) {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  return objects.flatMap((object) => {
    const labels = podTemplateOf(object)?.metadata.labels;
    if (!labels) return [];
    const open = ['Ingress', 'Egress'].filter(
      (type) => !policies.some(({ spec }) => spec.policyTypes.includes(type) && labelsMatch(spec.podSelector, labels)),
    );
    return open.map((type) => `${object.metadata.name}: ${type}`);
  });
}

function rules(policies, labels, type, key) {
  const selecting = policies.filter(
    ({ spec }) => spec.policyTypes.includes(type) && labelsMatch(spec.podSelector, labels),
  );
  return selecting.flatMap(({ spec }) => spec[key] ?? []);
}

function receives(policies, target, labels, wanted) {
  return rules(policies, target, 'Ingress', 'ingress').some(
    (rule) =>
      (rule.from ?? [{ podSelector: {} }]).some((peer) => peer.podSelector && labelsMatch(peer.podSelector, labels)) &&
      wanted.every(({ port }) => rule.ports.some((open) => open.port === port)),
  );
}

/** Whether a selector selects an object with these labels. */
export function labelsMatch({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key]))
  );
}

function outsider({ ipBlock, namespaceSelector, podSelector }) {
  if (ipBlock) return ipBlock.except ? `${ipBlock.cidr} but for ${ipBlock.except.length} ranges` : ipBlock.cidr;
  if (!namespaceSelector) return 'anywhere';
  const selected = [namespaceSelector, podSelector].flatMap((selector) => Object.values(selector?.matchLabels ?? {}));
  return selected.join('/');
}

function ports(rule) {
  return rule.ports
    .map(({ protocol, port, endPort }) => `${protocol}/${port}${endPort ? `–${endPort}` : ''}`)
    .join(' ');
}
