import ipaddr from 'ipaddr.js';
import { labelsMatch } from './network-edges.mjs';
import { podTemplateOf } from './restricted.mjs';

/** One address of each kind that a caller must never make a service talk to: the API server, the cloud's metadata, a node … */
export const INSIDE = [
  '10.0.0.1',
  '10.96.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '224.0.0.1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
];
/** SSH, web, etcd, NATS, PostgreSQL, the API server, services, S3, the kubelet. */
const PORTS = [22, 80, 443, 2379, 4222, 5432, 6443, 8080, 9000, 10250];

/**
 * Faults of the rules of rendered NetworkPolicies, each judged by itself because rules add up: an egress rule without
 * peers or ports, and an inside address to which some pod may connect although no value names it.
 *
 * @param named networks (CIDR) that the values name as peers
 */
export function networkRuleFaults(objects, named = []) {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const open = policies.flatMap(({ metadata, spec }) =>
    (spec.egress ?? []).filter((rule) => !rule.to?.length || !rule.ports?.length).map(() => metadata.name),
  );
  const reached = objects.flatMap((object) => {
    const labels = podTemplateOf(object)?.metadata.labels;
    if (!labels) return [];
    const rules = policies
      .filter(({ spec }) => spec.policyTypes.includes('Egress') && labelsMatch(spec.podSelector, labels))
      .flatMap(({ spec }) => spec.egress ?? []);
    return INSIDE.filter((address) => !isWithin(named, address)).flatMap((address) =>
      PORTS.filter((port) => rules.some((rule) => allows(rule, address, port))).map(
        (port) => `${object.metadata.name} may connect to ${address} port ${port}, which no value names`,
      ),
    );
  });
  return [...open.map((name) => `${name}: an egress rule without peers or ports allows any`), ...reached];
}

/** The networks that a set's peers name. A block of every address names none. */
export function namedNetworks({ networkPolicy = {} }) {
  const peers = Object.entries(networkPolicy).flatMap(([name, value]) => (name.endsWith('Peers') ? value : []));
  return peers.flatMap(({ ipBlock }) => (ipBlock && !ipBlock.cidr.endsWith('/0') ? [ipBlock.cidr] : []));
}

function allows(rule, address, port) {
  const isPort = (rule.ports ?? [{}]).some(
    (open) => open.port === undefined || (open.port <= port && port <= (open.endPort ?? open.port)),
  );
  return isPort && (rule.to ?? [{}]).some((peer) => isPeer(peer, address));
}

function isPeer({ ipBlock, podSelector, namespaceSelector }, address) {
  if (!ipBlock) return !podSelector && !namespaceSelector;
  return isWithin([ipBlock.cidr], address) && !isWithin(ipBlock.except ?? [], address);
}

function isWithin(networks, text) {
  const address = ipaddr.parse(text);
  return networks
    .map((network) => ipaddr.parseCIDR(network))
    .some((range) => {
      return range[0].kind() === address.kind() && address.match(range);
    });
}
