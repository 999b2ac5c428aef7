import { readFileSync } from 'node:fs';
import { galleryText } from './gallery.mjs';
import { pageText } from './page-text.mjs';
import { pictureAddress, writePictures } from './pictures.mjs';
import { ADDRESS, GALLERY, PAGES, REPOSITORY } from './sections.mjs';

const PICTURE = /\.(?:png|jpe?g|svg)$/;
/** The file of a template that the site has beside its pages, and plays. */
const STARTER = /^examples\/starters\/([\w-]+)\/template\.json$/;

/** Loads the Markdown files of the repository as pages; while the site is being looked at, again when one changes. */
export function manualPages() {
  return { name: 'manual-pages', load };
}

async function load({ store, parseData, renderMarkdown, watcher }) {
  const keep = async (id, filePath, { title, description, body }) => {
    // Starlight would name the first page by its title and by that of the site, which are the same.
    const head = id === 'index' ? [{ tag: 'title', content: 'Framewright: the manual' }] : [];
    const data = await parseData({ id, data: { title, description, editUrl: false, head } });
    store.set({ id, data, body, filePath, rendered: await renderMarkdown(body) });
  };
  const loadFile = ({ file, id }) =>
    keep(id, `../../${file}`, pageText(file, readFileSync(REPOSITORY + file, 'utf8'), addressOf));
  store.clear();
  for (const page of PAGES.values()) await loadFile(page);
  await writePictures();
  await keep(GALLERY.id, 'src/gallery.mjs', {
    title: 'Gallery',
    description: 'Animations, transitions, effects and blend modes as examples that play.',
    body: await galleryText(),
  });
  watcher?.add([...PAGES.keys()].map((file) => REPOSITORY + file));
  watcher?.on('change', (path) => {
    const page = PAGES.get(path.slice(REPOSITORY.length));
    if (page) void loadFile(page);
  });
}

/** The address at which the site has what a link leads to. */
function addressOf(file, page) {
  if (page) return `${ADDRESS}/${page.id === 'index' ? '' : `${page.id}/`}`;
  if (PICTURE.test(file)) return pictureAddress(file);
  const starter = STARTER.exec(file)?.[1];
  return starter && `${ADDRESS}/starters/${starter}.json`;
}
