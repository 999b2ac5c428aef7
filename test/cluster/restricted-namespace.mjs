/** A namespace that takes no pod that Pod Security `restricted` would warn of. */
export function restrictedNamespace(name) {
  const labels = Object.fromEntries(
    ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
  );
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}
