/**
 * The NetworkPolicies of a cluster as a ruleset of nftables (https://kubernetes.io/docs/concepts/services-networking/network-policies/):
 * a pod that a policy selects for a direction receives, or opens, only the connections that one of its policies allows.
 * What the node itself sends to its pods, probes for example, is never refused.
 *
 * @param cluster `{ pods, namespaces, policies }`, objects of the API
 */
export function policyRules({ pods, namespaces, policies }) {
  const addressed = pods.filter(({ status, spec }) => status.podIP && !spec.hostNetwork && isRunning(status));
  const world = { pods: addressed, namespaces };
  const [ingress, egress] = [
    directionChain('ingress', { world, policies, of: 'daddr', peer: 'saddr', rules: 'ingress', peers: 'from' }),
    directionChain('egress', { world, policies, of: 'saddr', peer: 'daddr', rules: 'egress', peers: 'to' }),
  ];
  return `table ip policies
delete table ip policies
table ip policies {
  chain forward {
    type filter hook forward priority filter; policy accept;
    ct state established,related accept
${ingress.jump}${egress.jump}  }
  chain input {
    type filter hook input priority filter; policy accept;
    ct state established,related accept
${egress.jump}  }
${ingress.chain}${egress.chain}}
`;
}

function directionChain(name, { world, policies, of, peer, rules, peers }) {
  const lines = [];
  const isolated = new Set();
  for (const policy of policies) {
    if (!policy.spec.policyTypes.some((type) => type.toLowerCase() === name)) continue;
    const selected = world.pods.filter(
      (pod) => pod.metadata.namespace === policy.metadata.namespace && matches(policy.spec.podSelector, pod),
    );
    for (const { status } of selected) isolated.add(status.podIP);
    for (const rule of policy.spec[rules] ?? []) {
      lines.push(...ruleLines({ policy, rule, selected, world, of, peer, peers: rule[peers] }));
    }
  }
  if (isolated.size === 0) return { jump: '', chain: '' };
  return {
    jump: `    ip ${of} ${set(isolated)} jump ${name}\n`,
    chain: `  chain ${name} {\n${lines.map((line) => `    ${line} return\n`).join('')}    drop\n  }\n`,
  };
}

function ruleLines({ policy, rule, selected, world, of, peer, peers }) {
  if (selected.length === 0) return [];
  const subject = `ip ${of} ${set(selected.map(({ status }) => status.podIP))}`;
  const from = peers ? peers.flatMap((each) => peerMatches(each, { policy, world, peer })) : [''];
  // A named port is one of the pods that receive: the selected ones, or the peers.
  const receivers = of === 'daddr' ? selected : world.pods;
  const ports = rule.ports ? rule.ports.flatMap((each) => portMatches(each, receivers)) : [''];
  return from.flatMap((source) => ports.map((port) => [subject, source, port].filter(Boolean).join(' ')));
}

function peerMatches({ ipBlock, podSelector, namespaceSelector }, { policy, world, peer }) {
  if (ipBlock) {
    if (ipBlock.cidr.includes(':')) return []; // the node has no IPv6
    const excluded = ipBlock.except?.length ? `ip ${peer} != ${set(ipBlock.except)}` : '';
    return [`ip ${peer} ${ipBlock.cidr} ${excluded}`.trim()];
  }
  const namespaces = namespaceSelector
    ? world.namespaces.filter((each) => matches(namespaceSelector, each)).map(({ metadata }) => metadata.name)
    : [policy.metadata.namespace];
  const addresses = world.pods
    .filter((pod) => namespaces.includes(pod.metadata.namespace) && (!podSelector || matches(podSelector, pod)))
    .map(({ status }) => status.podIP);
  return addresses.length > 0 ? [`ip ${peer} ${set(addresses)}`] : [];
}

function portMatches({ port, endPort, protocol = 'TCP' }, receivers) {
  const name = protocol.toLowerCase();
  if (port === undefined) return [`meta l4proto ${name}`];
  if (typeof port === 'number') return [`${name} dport ${endPort ? `${port}-${endPort}` : port}`];
  const numbers = receivers
    .flatMap(({ spec }) => spec.containers.flatMap(({ ports = [] }) => ports))
    .filter((each) => each.name === port)
    .map(({ containerPort }) => containerPort);
  return [...new Set(numbers)].map((number) => `${name} dport ${number}`);
}

function matches({ matchLabels = {}, matchExpressions = [] }, { metadata: { labels = {} } }) {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator === 'In') return values.includes(labels[key]);
      if (operator === 'NotIn') return !values.includes(labels[key]);
      return operator === 'Exists' ? key in labels : !(key in labels);
    })
  );
}

function isRunning({ phase }) {
  return phase === 'Running' || phase === 'Pending';
}

function set(values) {
  return `{ ${[...values].sort().join(', ')} }`;
}
