import { commandsBelow } from '../documented-commands.mjs';
import { makeKey } from '../make-key.mjs';
import { until } from '../until.mjs';

/** Commands of deploy/README.md for one machine. */
const [MAKE_FILES, UP, CREATE_ORGANIZATION] = commandsBelow('## One machine');
const COMPOSE = UP.slice(0, UP.indexOf(' up '));
const PROJECT = 'framewright';
export const BASE_URL = 'http://127.0.0.1:8080/v1';

/** The project of deploy/compose.yaml on a machine, run by the commands of deploy/README.md from a checkout. */
export class Project {
  constructor(machine, checkout) {
    this.machine = machine;
    this.checkout = checkout;
  }

  /** Starts it, or brings what runs to the state of the checkout, by the first two commands; returns once it is healthy. */
  async up() {
    await this.type(MAKE_FILES);
    await this.type(UP);
    await this.untilHealthy();
  }

  /** Starts it from the images that are there; returns once it is healthy. */
  async start() {
    await this.type(MAKE_FILES);
    await this.type(UP.replace(' --build', ''));
    await this.untilHealthy();
  }

  /** Types `docker compose …` with more arguments. */
  compose(args) {
    return this.type(`${COMPOSE} ${args}`);
  }

  type(command) {
    return this.machine.run('bash', ['-c', command], { cwd: this.checkout });
  }

  /** Makes an organization with credits and returns a key of it. */
  makeKey() {
    return makeKey((...args) => this.operator(...args));
  }

  /** Types the third command, with these arguments in place of its own. */
  async operator(...args) {
    const prefix = CREATE_ORGANIZATION.slice(0, CREATE_ORGANIZATION.indexOf(' organization '));
    return JSON.parse(await this.type([prefix, ...args].join(' ')));
  }

  /** Waits until every lasting service is healthy and every preparing service has ended without a failure. */
  untilHealthy() {
    return until('every container is healthy', () => this.expectHealthy(), 180_000);
  }

  async expectHealthy() {
    const states = await this.states();
    const waiting = states.filter(({ status }) => !/^Up .*\(healthy\)$|^Exited \(0\)/.test(status));
    if (waiting.length > 0) throw new Error(waiting.map(({ service, status }) => `${service}: ${status}`).join(', '));
    return states.length > 0;
  }

  /** @returns `{ service, status }` of every container, as `docker ps` shows it */
  async states() {
    const format = '{{.Label "com.docker.compose.service"}}\t{{.Status}}';
    const filter = `label=com.docker.compose.project=${PROJECT}`;
    const lines = await this.machine.docker('ps', '--all', '--filter', filter, '--format', format);
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'))
      .map(([service, status]) => ({ service, status }));
  }

  /** Memory of each running container, by its name. */
  async memory() {
    const lines = await this.machine.docker('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}');
    return lines
      .trim()
      .split('\n')
      .sort()
      .join(', ')
      .replaceAll(`${PROJECT}-`, '')
      .replaceAll(/ \/ [^,]*/g, '');
  }

  /** Removes a volume, with the container that uses it. */
  async loseVolume(service) {
    await this.compose(`rm --stop --force ${service}`);
    await this.machine.docker('volume', 'rm', `${PROJECT}_${service}`);
  }
}
