import { report } from '../../../apps/local/bootstrap/report.mjs';
import { renderVideo } from '../callers.mjs';
import { production as installation } from '../production.mjs';

/** The chart with ci/production.yaml: PostgreSQL, NATS and S3 in other pods, existing Secrets, callers by the Ingress. */
export function production({ node }) {
  return {
    'the chart installs, and every pod becomes ready': () => installation(node),
    'Pod Security warns of nothing': async () => {
      const { release } = await installation(node);
      await release.expectNoWarnings();
    },
    'a video is ordered, rendered and downloaded through the Ingress': async () => {
      const { release, baseUrl, key } = await installation(node);
      report(`MiB without work: ${JSON.stringify(await release.memoryMib())}`);
      await renderVideo(node, baseUrl, key);
      report(`MiB after a video: ${JSON.stringify(await release.memoryMib())}`);
    },
  };
}
