import { setTimeout as delay } from 'node:timers/promises';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { policyRules } from './policy-rules.mjs';

const LOOK_EVERY_MS = 500;

/**
 * Keeps the node's packet filter as the cluster's NetworkPolicies want it. No network plugin that does so can be had from
 * the package registries, so this stands in for one.
 */
export async function enforcePolicies(node) {
  let before;
  for (;;) {
    try {
      const kinds = ['pods', 'namespaces', 'networkpolicies'];
      const [pods, namespaces, policies] = await Promise.all(kinds.map((kind) => node.api.list(kind)));
      const rules = policyRules({ pods, namespaces, policies });
      if (rules !== before) await node.run('nft', ['--file', '-'], { input: rules });
      before = rules;
    } catch (error) {
      report(`network policies: ${error.message}`);
    }
    await delay(LOOK_EVERY_MS);
  }
}
