import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.mjs';

const NAMES = {
  apiserver: {
    subject: '/CN=kube-apiserver',
    names: 'DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,IP:10.96.0.1,IP:10.240.0.1,IP:127.0.0.1',
  },
  kubelet: { subject: '/O=system:nodes/CN=system:node:node', names: 'DNS:node,IP:10.240.0.1' },
  admin: { subject: '/O=system:masters/CN=admin' },
  callers: { subject: '/CN=videos.example.com', names: 'DNS:videos.example.com' },
  'front-proxy': { subject: '/CN=front-proxy-client' },
};

/** Makes an authority and the cluster's certificates in `folder`, each `<name>.crt` and `<name>.key`. */
export async function makeCertificates(folder) {
  const at = (file) => join(folder, file);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...key, '-subj', '/CN=ca', '-keyout', at('ca.key'), '-out', at('ca.crt')]);
  for (const [name, { subject, names }] of Object.entries(NAMES)) {
    writeFileSync(
      at(`${name}.ext`),
      `extendedKeyUsage=serverAuth,clientAuth\n${names ? `subjectAltName=${names}\n` : ''}`,
    );
    const request = [
      'req',
      ...key.slice(0, -2),
      '-subj',
      subject,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.csr`),
    ];
    await run('openssl', request);
    await run('openssl', [
      ...['x509', '-req', '-days', '2', '-in', at(`${name}.csr`), '-extfile', at(`${name}.ext`)],
      ...['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-out', at(`${name}.crt`)],
    ]);
  }
  await run('openssl', ['genrsa', '-out', at('accounts.key'), '2048']);
}

/** A kubeconfig for the certificate `name`. */
export function writeKubeconfig(folder, name) {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'node', cluster: { server: 'https://127.0.0.1:6443', 'certificate-authority': join(folder, 'ca.crt') } },
    ],
    users: [
      {
        name,
        user: { 'client-certificate': join(folder, `${name}.crt`), 'client-key': join(folder, `${name}.key`) },
      },
    ],
    contexts: [{ name: 'node', context: { cluster: 'node', user: name } }],
    'current-context': 'node',
  };
  const file = join(folder, `${name}.kubeconfig`);
  writeFileSync(file, JSON.stringify(config));
  return file;
}
