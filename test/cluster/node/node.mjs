import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.mjs';
import { makeControlGroup } from '../control-group.mjs';
import { run, runForOutput } from '../run.mjs';
import { controlGroup, DEVICE_PLUGINS } from '../sweep.mjs';
import { until } from '../until.mjs';
import { containerdConfig, dnsObjects, kubeletConfig, networkConfig } from './configuration.mjs';
import { enforcePolicies } from './policies.mjs';
import { makeCertificates, writeKubeconfig } from './pki.mjs';

const NETWORK = 'framewright-cluster';
const ADDRESS = '10.240.0.1';
const SERVICES = '10.96.0.0/16';
const PODS = '10.244.0.0/16';

/** A Kubernetes of one node in a network namespace without an uplink. */
export class Node {
  constructor(folder, tools) {
    this.folder = join(folder, 'node');
    this.group = controlGroup(folder);
    this.tools = tools;
    this.network = NETWORK;
    this.logs = join(folder, 'logs');
    this.kubeconfig = join(this.folder, 'pki/admin.kubeconfig');
    this.socket = join(this.folder, 'api.sock');
    this.api = new Api(this.socket);
  }

  static async start(folder, tools) {
    const node = new Node(folder, tools);
    for (const part of ['pki', 'cni', 'volume']) mkdirSync(join(node.folder, part), { recursive: true });
    await makeCertificates(join(node.folder, 'pki'));
    for (const name of ['admin', 'kubelet']) writeKubeconfig(join(node.folder, 'pki'), name);
    await node.makeNetwork();
    makeControlGroup(node.group);
    await node.startControlPlane();
    await node.startKubelet();
    await node.apply(dnsObjects());
    void enforcePolicies(node);
    return node;
  }

  /** Runs a program in the node's network. */
  async run(program, args, options) {
    return (await this.runForOutput(program, args, options)).stdout;
  }

  runForOutput(program, args, options = {}) {
    const env = { ...process.env, KUBECONFIG: this.kubeconfig, ...options.env };
    return runForOutput('nsenter', [`--net=/run/netns/${NETWORK}`, program, ...args], { ...options, env });
  }

  /** Starts a program in the node's network. */
  spawn(program, args, env = {}) {
    return spawn('nsenter', [`--net=/run/netns/${NETWORK}`, program, ...args], {
      env: { ...process.env, KUBECONFIG: this.kubeconfig, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  /** The environment of callers, who trust the authority that signed the certificates of pki.mjs. */
  get callersEnv() {
    return { NODE_EXTRA_CA_CERTS: join(this.folder, 'pki/ca.crt') };
  }

  kubectl(...args) {
    return this.run(this.tools.kubectl, args);
  }

  /** Returns what helm prints on stderr: the API server's warnings. */
  async helm(...args) {
    return (await this.runForOutput(this.tools.helm, args)).stderr;
  }

  apply(objects, ...args) {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    return this.run(this.tools.kubectl, ['apply', ...args, '--filename', '-'], { input: JSON.stringify(list) });
  }

  /** Copies images from the engine to the node. */
  async load(engine, images) {
    await run('ctr', [...this.containerd, 'images', 'import', '-'], { input: engine.save(images).stdout });
  }

  get containerd() {
    return ['--address', join(this.folder, 'containerd.sock'), '--namespace', 'k8s.io'];
  }

  /** Makes the node's network. Service addresses need a route before they are translated; the route leads nowhere. */
  async makeNetwork() {
    await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']).catch(async () => {
      mkdirSync('/run/netns', { recursive: true });
      await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);
    });
    await run('ip', ['netns', 'add', NETWORK]);
    for (const args of [
      ['link', 'set', 'lo', 'up'],
      ['link', 'add', 'node0', 'type', 'bridge'],
      ['addr', 'add', `${ADDRESS}/24`, 'dev', 'node0'],
      ['link', 'set', 'node0', 'up'],
      ['route', 'add', 'default', 'via', '10.240.0.254', 'dev', 'node0'],
    ]) {
      await this.run('ip', args);
    }
    const settings = ['net.ipv4.ip_forward', 'net.bridge.bridge-nf-call-iptables'].map((name) => `${name}=1`);
    await this.run('sysctl', ['--write', '--quiet', ...settings]);
  }

  async startControlPlane() {
    const pki = (file) => join(this.folder, 'pki', file);
    this.start(
      'etcd',
      '/usr/bin/etcd',
      flags({
        'data-dir': join(this.folder, 'etcd'),
        'listen-client-urls': 'http://127.0.0.1:2379',
        'advertise-client-urls': 'http://127.0.0.1:2379',
        'unsafe-no-fsync': true,
      }),
    );
    this.start(
      'kube-apiserver',
      this.tools['kube-apiserver'],
      flags({
        'etcd-servers': 'http://127.0.0.1:2379',
        'advertise-address': ADDRESS,
        'tls-cert-file': pki('apiserver.crt'),
        'tls-private-key-file': pki('apiserver.key'),
        'client-ca-file': pki('ca.crt'),
        'authorization-mode': 'Node,RBAC',
        'enable-admission-plugins': 'NodeRestriction',
        'service-account-issuer': 'https://kubernetes.default.svc',
        'service-account-key-file': pki('accounts.key'),
        'service-account-signing-key-file': pki('accounts.key'),
        'service-cluster-ip-range': SERVICES,
        'kubelet-client-certificate': pki('admin.crt'),
        'kubelet-client-key': pki('admin.key'),
        'kubelet-certificate-authority': pki('ca.crt'),
        'kubelet-preferred-address-types': 'InternalIP',
        'allow-privileged': true,
        'requestheader-client-ca-file': pki('ca.crt'),
        'requestheader-allowed-names': 'front-proxy-client',
        'requestheader-username-headers': 'X-Remote-User',
        'requestheader-group-headers': 'X-Remote-Group',
        'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
        'proxy-client-cert-file': pki('front-proxy.crt'),
        'proxy-client-key-file': pki('front-proxy.key'),
        'enable-aggregator-routing': true,
      }),
    );
    await until('the API server is ready', () => this.kubectl('get', '--raw', '/readyz'), 120_000);
    this.start('proxy', this.tools.kubectl, ['proxy', '--kubeconfig', this.kubeconfig, '--unix-socket', this.socket]);
    this.start(
      'kube-controller-manager',
      this.tools['kube-controller-manager'],
      flags({
        kubeconfig: this.kubeconfig,
        'service-account-private-key-file': pki('accounts.key'),
        'root-ca-file': pki('ca.crt'),
        'use-service-account-credentials': true,
        'leader-elect': false,
      }),
    );
    this.start(
      'kube-scheduler',
      this.tools['kube-scheduler'],
      flags({ kubeconfig: this.kubeconfig, 'leader-elect': false }),
    );
    this.start(
      'kube-proxy',
      this.tools['kube-proxy'],
      flags({
        kubeconfig: this.kubeconfig,
        'proxy-mode': 'iptables',
        'cluster-cidr': PODS,
        'hostname-override': 'node',
        'conntrack-max-per-core': 0,
      }),
    );
  }

  async startKubelet() {
    const write = (name, text) => {
      const file = join(this.folder, name);
      writeFileSync(file, text);
      return file;
    };
    write('cni/10-pods.conflist', JSON.stringify(networkConfig(this.folder)));
    await run('mount', ['--make-rshared', '/']);
    const config = write('containerd.toml', containerdConfig(this.folder));
    this.start('containerd', '/usr/bin/containerd', flags({ config }));
    await until('containerd answers', () => run('ctr', [...this.containerd, 'version']), 30_000);
    await run('mkdir', ['-p', DEVICE_PLUGINS]);
    await run('mount', ['-t', 'tmpfs', 'tmpfs', DEVICE_PLUGINS]);
    this.start(
      'kubelet',
      this.tools.kubelet,
      flags({
        config: write('kubelet.json', JSON.stringify(kubeletConfig(this.folder, this.group))),
        kubeconfig: join(this.folder, 'pki/kubelet.kubeconfig'),
        'hostname-override': 'node',
        'node-ip': ADDRESS,
        'root-dir': join(this.folder, 'kubelet'),
      }),
    );
    await until('the node is ready', () => this.isReady(), 60_000);
  }

  async isReady() {
    const { status } = await this.api.get('nodes', 'node');
    return status.conditions.some(({ type, status: holds }) => type === 'Ready' && holds === 'True');
  }

  /** Starts a program of the node in its network, its output in a log of its name. */
  start(name, program, args) {
    const log = openSync(join(this.logs, name), 'a');
    const child = spawn('nsenter', [`--net=/run/netns/${NETWORK}`, 'nice', '-n', '5', program, ...args], {
      stdio: ['ignore', log, log],
    });
    child.on('exit', (code, signal) => {
      const last = readFileSync(join(this.logs, name), 'utf8').trim().split('\n').slice(-5).join('\n');
      process.stderr.write(`${name} ended (${signal ?? code})\n${last}\n`);
    });
    return child;
  }
}

function flags(values) {
  return Object.entries(values).map(([flag, value]) => `--${flag}=${value}`);
}
