import { readFileSync } from 'node:fs';
import { pageText } from './page-text.mjs';
import { PAGES, REPOSITORY } from './sections.mjs';

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
  watcher?.add([...PAGES.keys()].map((file) => REPOSITORY + file));
  watcher?.on('change', (path) => {
    const page = PAGES.get(path.slice(REPOSITORY.length));
    if (page) void loadPage(page);
  });
}
