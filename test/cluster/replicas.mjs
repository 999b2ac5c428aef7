import { clearInterval, setInterval } from 'node:timers';

const LOOK_EVERY_MS = 1_000;

/** Numbers of pods that these components of a release are to have, in their order. */
export function replicasOf(release, components) {
  return Promise.all(
    components.map(async (component) => {
      const name = `${release.name}-framewright-${component}`;
      return (await release.node.api.get('deployments', name, release.namespace)).spec.replicas;
    }),
  );
}

/** Does `work` and returns the most pods that each of these components was to have meanwhile. */
export async function mostReplicas(release, components, work) {
  const most = components.map(() => 0);
  const look = async () => {
    for (const [index, each] of (await replicasOf(release, components)).entries())
      most[index] = Math.max(most[index], each);
  };
  // A failed look is left out.
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(looking);
  }
  return most;
}
