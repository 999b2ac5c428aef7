import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { report } from '../../../apps/local/bootstrap/report.mjs';
import { VALUE_SETS } from '../../chart/paths.mjs';
import { render } from '../../chart/value-sets.mjs';
import { renderVideo } from '../callers.mjs';
import { Pods } from '../pods.mjs';

const FILES = [
  join(VALUE_SETS, 'development.yaml'),
  fileURLToPath(new URL('../values/containers.yaml', import.meta.url)),
];
/** The address that the chart gives to callers. */
const BASE_URL = 'http://127.0.0.1:8080/v1';
const MANUAL_URL = 'http://127.0.0.1:8080/docs/';

/** The chart's pods, from the images, in an engine alone: without a cluster, and so within minutes. */
export function containers({ engine, tools, folder }) {
  let pods;
  return {
    "the chart's pods become ready as containers": async () => {
      pods = new Pods(engine, folder, await render(tools.helm, { files: FILES }));
      await pods.start();
    },
    'the manual is served': async () => {
      const script = 'const page = await fetch(process.argv[1]); console.log(page.url); console.log(await page.text())';
      const args = ['--input-type=module', '--eval', script, MANUAL_URL];
      const page = await pods.run(process.execPath, args, { env: pods.callersEnv });
      assert.ok(page.startsWith(`${MANUAL_URL}\n`), `it leads elsewhere: ${page.slice(0, 200)}`);
      assert.match(page, /<title>[^<]*Framewright/);
    },
    'a video is ordered, rendered and downloaded': async () => {
      report(JSON.stringify(await renderVideo(pods, BASE_URL, await pods.makeKey())));
    },
  };
}
