import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import YAML from 'yaml';
import { type Manifest, podContainers, podVolumes, serviceNames } from './pod-containers.mjs';

const example = readFileSync(new URL('../../helm/framewright/examples/development.yaml', import.meta.url), 'utf8');
const objects = YAML.parseAllDocuments(example, { version: '1.1' }).map((each) => each.toJS() as Manifest);
const pods = podContainers(objects, '/pods');
const pod = (component: string) => pods.find(({ name }) => name === `demo-framewright-${component}`)!;
/** The values of a repeated option. */
const given = (args: string[], option: string) => args.filter((_, index) => args[index - 1] === option);

describe("the containers of the chart's pods", () => {
  it('are those of every workload and job, and of no CronJob', () => {
    expect(
      pods
        .filter(({ isJob }) => !isJob)
        .map(({ name }) => name.replace('demo-framewright-', ''))
        .sort(),
    ).toEqual([...['credits', 'gateway', 'nats', 'postgresql', 'renderer', 'videos', 'webhooks']]);
    expect(pods.filter(({ isJob }) => isJob)).toHaveLength(5);
  });

  it('have its variables, those of its Secrets resolved, and health ports that differ', () => {
    const variables = given(pod('gateway').main, '--env');
    expect(variables).toContain('PUBLIC_BASE_URL=http://127.0.0.1:8080/v1');
    expect(variables.find((each) => each.startsWith('DATABASE_URL='))).toMatch(
      /=postgresql:\/\/framewright_gateway:\w+@demo-framewright-postgresql:5432\/framewright$/,
    );
    const ports = pods.flatMap(({ main }) => given(main, '--env').filter((each) => each.startsWith('HEALTH_PORT=')));
    expect(ports).toHaveLength(5);
    expect(new Set(ports).size).toBe(5);
  });

  it('have its users, limits, arguments and init containers, and can write to volumes alone', () => {
    const { main, inits } = pod('gateway');
    expect(given(main, '--user')).toEqual(['10001:10001']);
    expect(given(main, '--memory')).toEqual(['512m']);
    expect(main).toContain('--read-only');
    expect(main.at(-1)).toBe('framewright/gateway:0.1.0');
    expect(inits.map((args) => args.slice(-3))).toEqual([['framewright/gateway:0.1.0', 'migrate.js', '--wait']]);
    expect(pod('postgresql').main.slice(-3)).toEqual(['postgres:18.1-alpine', '-c', 'max_connections=300']);
  });

  it('have its volumes: a claim in common, ConfigMaps and Secrets as files', () => {
    for (const component of ['gateway', 'videos', 'renderer'])
      expect(given(pod(component).main, '--volume')).toContain('/pods/demo-framewright-data:/data');
    const nats = podVolumes(objects, '/pods').find(({ path }) => path === '/pods/demo-framewright-nats/config')!;
    expect(nats.files['nats.conf']).toMatch(/jetstream/);
    expect(given(pod('nats').main, '--volume')).toContain('/pods/demo-framewright-nats/config:/etc/nats:ro');
  });

  it("know each other by the names of the chart's Services", () => {
    expect(serviceNames(objects)).toEqual(
      expect.arrayContaining(['demo-framewright-nats', 'demo-framewright-postgresql']),
    );
  });
});
