import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../../apps/local/bootstrap/advice.mjs';
import { policyRules } from './policy-rules.mjs';

const LOOK_EVERY_MS = 1_000;

/**
 * Keeps the node's packet filter as the cluster's NetworkPolicies want it. No network plugin that does so can be had from
 * the package registries, so this stands in for one.
 */
export async function enforcePolicies(node) {
  let before;
  for (;;) {
    try {
      const [pods, namespaces, policies] = await Promise.all(
        ['pods', 'namespaces', 'networkpolicies'].map((kind) => node.get(kind, '--all-namespaces')),
      );
      const rules = policyRules({ pods: pods.items, namespaces: namespaces.items, policies: policies.items });
      if (rules !== before) await node.run('nft', ['--file', '-'], { input: rules });
      before = rules;
    } catch (error) {
      say(`network policies: ${error.message}`);
    }
    await delay(LOOK_EVERY_MS);
  }
}
