import { renderVideo } from '../callers.mjs';
import { developmentRelease, installDevelopment } from '../development.mjs';
import { blocksBelow } from '../documented-commands.mjs';
import { Shell } from '../shell.mjs';
import { until } from '../until.mjs';

const [SET_PASSWORDS] = blocksBelow('## Upgrade', 'deploy/operations.md');

/** The chart with the values that skaffold installs, PostgreSQL and NATS of its own among them. */
export function development(setting) {
  const { node, patienceMs = 600_000 } = setting;
  const release = developmentRelease(setting);
  return {
    'the chart installs, and every pod becomes ready': async () => {
      await installDevelopment(release, setting, 'development');
      await release.untilReady(patienceMs);
    },
    'no container had to be started twice': () => release.expectNoRestarts(),
    'Pod Security warns of nothing': () => release.expectNoWarnings(),
    'a video is rendered': () => renderByPortForward(node, release),
    'a service that starts while NATS is away passes its probes and waits': async () => {
      await release.kubectl('scale', `statefulset/${release.name}-framewright-nats`, '--replicas=0');
      await release.kubectl('wait', '--for=delete', `pod/${release.name}-framewright-nats-0`, '--timeout=60s');
      await release.kubectl('delete', 'pod', '--selector', 'app.kubernetes.io/component=credits');
      await until('credits passes its startup probe', () => expectStarted(release), Math.min(patienceMs, 90_000));
      await release.kubectl('scale', `statefulset/${release.name}-framewright-nats`, '--replicas=1');
      await release.untilReady(patienceMs);
      await release.expectNoRestarts('credits');
    },
    "a role's lost password is set by the command of deploy/operations.md": async () => {
      const sql = 'ALTER ROLE framewright_credits PASSWORD NULL';
      const pod = `${release.name}-framewright-postgresql-0`;
      await release.kubectl('exec', pod, '--', 'psql', '--username', 'postgres', '--command', sql);
      await release.kubectl('delete', 'pod', '--selector', 'app.kubernetes.io/component=credits');
      await until('credits is refused', () => isRefused(release), 60_000);
      await new Shell(setting, setting.folder).type(SET_PASSWORDS);
      await release.untilReady(patienceMs);
    },
  };
}

/** Has a caller on the node's loopback make a video. */
export async function renderByPortForward(node, release) {
  const forward = await release.forward('gateway', 8080, 80);
  try {
    await renderVideo(node, 'http://127.0.0.1:8080/v1', await release.makeKey());
  } catch (error) {
    throw new Error(`${error.message}\n${await release.log('renderer')}`, { cause: error });
  } finally {
    forward.kill();
  }
}

/** Whether PostgreSQL refuses the password of credits. The container that waits for its schema logs this first. */
async function isRefused(release) {
  const waiting = ['--selector', 'app.kubernetes.io/component=credits', '--container', 'await-schema', '--tail', '20'];
  return (await release.kubectl('logs', ...waiting)).includes('password authentication failed');
}

/** @throws Error with what the kubelet says of the probes, unless the container runs and its probe has been passed */
async function expectStarted(release) {
  const pods = (await release.list('pods')).filter(
    ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'credits' && !metadata.deletionTimestamp,
  );
  if (pods.length === 1 && pods[0].status.containerStatuses?.every(({ started }) => started)) return;
  const events = (await release.list('events')).filter(({ involvedObject }) => {
    return pods.some(({ metadata }) => metadata.name === involvedObject.name);
  });
  throw new Error(events.map(({ message }) => message).join('\n'));
}
