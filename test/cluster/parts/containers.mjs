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

/** The chart's pods, from the images, in an engine alone: without a cluster, and so within minutes. */
export function containers({ engine, tools, folder }) {
  let pods;
  return {
    "the chart's pods become ready as containers": async () => {
      pods = new Pods(engine, folder, await render(tools.helm, { files: FILES }));
      await pods.start();
    },
    'the manual is served': async () => {
      const page = await fetch(new URL('/docs/', BASE_URL));
      assert.match(await page.text(), /<title>[^<]*Framewright/);
      assert.equal(page.url, new URL('/docs/', BASE_URL).href);
    },
    'a video is ordered, rendered and downloaded': async () => {
      report(JSON.stringify(await renderVideo(pods, BASE_URL, await pods.makeKey())));
    },
  };
}
