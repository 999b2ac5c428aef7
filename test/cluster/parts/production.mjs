import { makeFilm } from '../callers.mjs';
import { production as installation } from '../production.mjs';

/** The chart with ci/production.yaml: PostgreSQL, NATS and S3 in other pods, existing Secrets, callers by the Ingress. */
export function production({ node }) {
  return {
    'the chart installs, and every pod becomes ready': () => installation(node),
    'Pod Security warns of nothing': async () => {
      const { release } = await installation(node);
      await release.expectNoWarnings();
    },
    'a film is ordered, rendered and downloaded through the Ingress': async () => {
      const { baseUrl, key } = await installation(node);
      await makeFilm(node, baseUrl, key);
    },
  };
}
