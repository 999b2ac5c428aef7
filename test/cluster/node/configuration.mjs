import { join } from 'node:path';

const DNS = '10.96.0.10';

/** The network of the pods: a bridge of the node. */
export function networkConfig(folder) {
  const ipam = {
    type: 'host-local',
    ranges: [[{ subnet: '10.244.0.0/24' }]],
    routes: [{ dst: '0.0.0.0/0' }],
    dataDir: join(folder, 'addresses'),
  };
  return {
    cniVersion: '0.4.0',
    name: 'pods',
    plugins: [
      { type: 'bridge', bridge: 'pods0', isGateway: true, ipMasq: false, hairpinMode: true, ipam },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
}

/**
 * The configuration of containerd. With `restrict_oom_score_adj`, root of a container may not protect itself from the
 * kernel's out-of-memory killer.
 */
export function containerdConfig(folder) {
  return `version = 2
root = "${folder}/containerd/root"
state = "${folder}/containerd/state"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.aufs"]
[grpc]
  address = "${folder}/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/framewright-cluster/pause:1"
  enable_unprivileged_ports = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
`;
}

export function kubeletConfig(folder, cgroup) {
  const pki = (file) => join(folder, 'pki', file);
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    containerRuntimeEndpoint: `unix://${folder}/containerd.sock`,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: pki('ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: pki('kubelet.crt'),
    tlsPrivateKeyFile: pki('kubelet.key'),
    clusterDNS: [DNS],
    clusterDomain: 'cluster.local',
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${cgroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    enforceNodeAllocatable: [],
    evictionHard: { 'memory.available': '1%', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    resolvConf: '/dev/null',
  };
}

/** The objects of a DNS server that knows the names of services within the cluster, and no others. */
export function dnsObjects() {
  const metadata = { name: 'coredns', namespace: 'kube-system' };
  const labels = { app: 'coredns' };
  const list = ['list', 'watch'];
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'coredns' },
      rules: [
        { apiGroups: [''], resources: ['services', 'pods', 'namespaces'], verbs: list },
        { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: list },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'coredns' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'coredns' },
      subjects: [{ kind: 'ServiceAccount', ...metadata }],
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: {
        Corefile: `.:53 {
  errors
  health
  ready
  kubernetes cluster.local in-addr.arpa ip6.arpa {
    pods insecure
    ttl 5
  }
  cache 5
}
`,
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'kube-dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } },
      spec: {
        clusterIP: DNS,
        selector: { 'k8s-app': 'kube-dns' },
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'dns-tcp', port: 53, protocol: 'TCP' },
        ],
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels: { ...labels, 'k8s-app': 'kube-dns' } },
          spec: {
            serviceAccountName: 'coredns',
            dnsPolicy: 'Default',
            containers: [
              {
                name: 'coredns',
                image: 'framewright-cluster/coredns:1',
                imagePullPolicy: 'Never',
                args: ['-conf', '/etc/coredns/Corefile'],
                readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 2 },
                volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
              },
            ],
            volumes: [{ name: 'config', configMap: { name: 'coredns' } }],
          },
        },
      },
    },
  ];
}
