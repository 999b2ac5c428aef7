import { statSync } from 'node:fs';
import { join } from 'node:path';
import { developmentRelease, prepareCluster, removeDevelopment } from '../development.mjs';
import { blocksBelow } from '../documented-commands.mjs';
import { Shell } from '../shell.mjs';
import { copyCheckout } from '../sources.mjs';
import { until } from '../until.mjs';

const [BUILD, INSTALL, MAKE_KEY, ORDER, DOWNLOAD, REMOVE] = blocksBelow('### From an empty cluster to a video');

/** Commands of deploy/README.md, typed in a copy of the checkout. An output's values go into the next lines. */
export function quickStart(setting) {
  const { node, folder } = setting;
  const checkout = join(folder, 'quick-start');
  const release = developmentRelease(setting);
  let shell;
  return {
    'the images are built and handed to the cluster': async () => {
      await removeDevelopment(release, setting); // the node is too small for both
      await copyCheckout(checkout);
      await prepareCluster(setting);
      shell = new Shell(setting, checkout);
      await shell.type(BUILD);
    },
    'the chart installs, and every deployment is rolled out': () => shell.type(INSTALL),
    'an organization with credits gets a key': async () => {
      const [operator, organization, ...rest] = MAKE_KEY.split('\n');
      shell.define(operator);
      const { id } = JSON.parse(await shell.type(organization));
      const printed = [];
      for (const line of rest) printed.push(await shell.type(line.replace('<id>', id)));
      shell.key = JSON.parse(printed.at(-1)).key;
    },
    'a video is ordered': async () => {
      const [forward, api, template, video, read] = ORDER.split('\n');
      shell.start(forward);
      shell.define(api.replace('<key>', shell.key));
      const { id } = await until('the template is made', async () => JSON.parse(await shell.type(template)), 30_000);
      const ordered = JSON.parse(await shell.type(video.replace('<id of the template>', id)));
      shell.read = read.replace('<id of the video>', ordered.id);
    },
    'its file is downloaded': async () => {
      const completed = async () => {
        const { status, video_url: url } = JSON.parse(await shell.type(shell.read));
        return status === 'COMPLETED' && url;
      };
      const url = await until('the video is completed', completed, 60_000);
      await shell.type(DOWNLOAD.replace('<video_url>', url));
      if (statSync(join(checkout, 'hello.mp4')).size < 1_000) throw new Error('hello.mp4 is empty');
    },
    'nothing stays': async () => {
      shell.close();
      await shell.type(REMOVE);
      const namespaces = (await node.api.list('namespaces')).map(({ metadata }) => metadata.name);
      if (namespaces.includes(release.namespace)) throw new Error(`${release.namespace} is there`);
      await node.kubectl('delete', 'persistentvolume', 'files', '--timeout=1m');
    },
  };
}
