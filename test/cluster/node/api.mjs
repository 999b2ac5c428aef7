import { get } from 'node:http';
import { text } from 'node:stream/consumers';

/** Paths below which the API server has the kinds that tests ask for. */
const GROUPS = {
  '/api/v1': ['endpoints', 'events', 'namespaces', 'nodes', 'pods', 'secrets', 'services'],
  '/apis/apps/v1': ['deployments', 'statefulsets'],
  '/apis/autoscaling/v2': ['horizontalpodautoscalers'],
  '/apis/batch/v1': ['jobs'],
  '/apis/networking.k8s.io/v1': ['ingresses', 'networkpolicies'],
};

/** Reads the API through `kubectl proxy` on a socket: tests ask often, and a kubectl each time would keep a core busy. */
export class Api {
  constructor(socketPath) {
    this.socketPath = socketPath;
  }

  /** The objects of a kind, in a namespace or in all. */
  async list(kind, namespace) {
    return (await this.read(pathOf(kind, namespace))).items;
  }

  /** One object. */
  get(kind, name, namespace) {
    return this.read(`${pathOf(kind, namespace)}/${name}`);
  }

  /** The API server's answer to a GET; JSON is parsed. */
  read(path) {
    return new Promise((resolve, reject) => {
      const request = get({ socketPath: this.socketPath, path, timeout: 10_000 }, async (answer) => {
        const body = await text(answer);
        if (answer.statusCode === 200) resolve(/json/.test(answer.headers['content-type']) ? JSON.parse(body) : body);
        else reject(new Error(`${path}: ${answer.statusCode} ${body.slice(0, 300)}`));
      });
      request.on('error', reject);
      request.on('timeout', () => request.destroy(new Error(`${path}: no answer`)));
    });
  }
}

function pathOf(kind, namespace) {
  const [group] = Object.entries(GROUPS).find(([, kinds]) => kinds.includes(kind));
  return namespace ? `${group}/namespaces/${namespace}/${kind}` : `${group}/${kind}`;
}
