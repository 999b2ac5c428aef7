import { appendFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { until } from './until.mjs';

const NAMESPACE = 'ingress';
const METADATA = { name: 'proxy', namespace: NAMESPACE };

/**
 * Stands in for an ingress controller, because none can be built from the registries: Debian's nginx, configured from a
 * release's Ingress and its TLS Secret. Callers in the node's network find the Ingress's host at it.
 * @returns the address of callers, `https://<host>`
 */
export async function serveIngress(node, release) {
  const [ingress] = await release.list('ingresses');
  const [{ hosts, secretName }] = ingress.spec.tls;
  const { data } = await node.api.get('secrets', secretName, release.namespace);
  const text = (name) => Buffer.from(data[name], 'base64').toString();
  const files = {
    'nginx.conf': configuration(ingress, release.namespace),
    'tls.crt': text('tls.crt'),
    'tls.key': text('tls.key'),
  };
  await node.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    { apiVersion: 'v1', kind: 'Secret', metadata: METADATA, stringData: files },
    service(),
    deployment(),
  ]);
  await untilReady(node);
  const { spec } = await node.api.get('services', 'proxy', NAMESPACE);
  await knowHost(node, hosts[0], spec.clusterIP);
  return `https://${hosts[0]}`;
}

/** Restarts the proxy, which looks up the addresses of Services only when it starts. */
export async function restartProxy(node) {
  await node.kubectl('--namespace', NAMESPACE, 'rollout', 'restart', 'deployment/proxy');
  await untilReady(node);
}

function untilReady(node) {
  const waiting = ['--namespace', NAMESPACE, 'rollout', 'status', 'deployment/proxy', '--timeout=60s'];
  return until('the proxy is ready', () => node.kubectl(...waiting), 60_000);
}

function configuration({ spec }, namespace) {
  const [{ host, http }] = spec.rules;
  const locations = http.paths.map(({ path, backend: { service } }) => {
    const upstream = `http://${service.name}.${namespace}.svc.cluster.local`;
    return `location ${path} { proxy_pass ${upstream}; }`;
  });
  return `daemon off;
pid /tmp/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path /tmp/body;
  proxy_temp_path /tmp/proxy;
  client_max_body_size 16m;
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto https;
  proxy_next_upstream off;
  server {
    listen 8443 ssl;
    server_name ${host};
    ssl_certificate /etc/proxy/tls.crt;
    ssl_certificate_key /etc/proxy/tls.key;
    ${locations.join('\n    ')}
  }
}
`;
}

function service() {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: METADATA,
    spec: { selector: { app: 'proxy' }, ports: [{ port: 443, targetPort: 8443 }] },
  };
}

function deployment() {
  const labels = { app: 'proxy' };
  const container = {
    name: 'nginx',
    image: 'framewright-cluster/nginx:1',
    imagePullPolicy: 'Never',
    readinessProbe: { tcpSocket: { port: 8443 }, periodSeconds: 1 },
    volumeMounts: [{ name: 'configuration', mountPath: '/etc/proxy' }],
  };
  const volumes = [{ name: 'configuration', secret: { secretName: 'proxy' } }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: METADATA,
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container], volumes } },
    },
  };
}

/** Adds a host to a copy of the machine's hosts that covers it in this run's mount namespace. */
async function knowHost(node, host, address) {
  const hosts = join(node.folder, 'hosts');
  copyFileSync('/etc/hosts', hosts);
  appendFileSync(hosts, `${address} ${host}\n`);
  await run('mount', ['--bind', hosts, '/etc/hosts']);
}
