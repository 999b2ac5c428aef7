import { readFileSync } from 'node:fs';
import { galleryText } from './gallery.mjs';
import { pageText } from './page-text.mjs';
import { GALLERY, PAGES, REPOSITORY } from './sections.mjs';

const GALLERY_DESCRIPTION = 'Animations, transitions, effects and blend modes as examples that play.';

/** Loads the Markdown files of the repository as pages; while the site is being looked at, again when one changes. */
export function manualPages() {
  return { name: 'manual-pages', load };
}

async function load({ store, parseData, renderMarkdown, watcher }) {
  const loadPage = async ({ file, id }) => {
    const { title, description, body } = pageText(file, readFileSync(REPOSITORY + file, 'utf8'));
    const data = await parseData({ id, data: { title, description, editUrl: false } });
    store.set({ id, data, body, filePath: `../../${file}`, rendered: await renderMarkdown(body) });
  };
  store.clear();
  for (const page of PAGES.values()) await loadPage(page);
  const body = await galleryText();
  const data = await parseData({
    id: GALLERY,
    data: { title: 'Gallery', description: GALLERY_DESCRIPTION, editUrl: false },
  });
  store.set({ id: GALLERY, data, body, filePath: 'src/gallery.mjs', rendered: await renderMarkdown(body) });
  watcher?.add([...PAGES.keys()].map((file) => REPOSITORY + file));
  watcher?.on('change', (path) => {
    const page = PAGES.get(path.slice(REPOSITORY.length));
    if (page) void loadPage(page);
  });
}
