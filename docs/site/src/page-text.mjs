import { posix } from 'node:path';
import { pictureAddress } from './pictures.mjs';
import { ADDRESS, PAGES } from './sections.mjs';

const TITLE = /^# (.+)\n/;
const LINK = /(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g;
/** The file of a template that the site has beside its pages, and plays. */
const STARTER = /^examples\/starters\/([\w-]+)\/template\.json$/;
const FENCED = /^(```|~~~)[\s\S]*?^\1/gm;

/**
 * A Markdown file of the repository as a page: its heading becomes the title, its first sentences the description, links to
 * other pages their addresses. A link to a file that is no page becomes its text, unless the site has the file.
 */
export function pageText(file, text) {
  const title = (TITLE.exec(text)?.[1] ?? file).replaceAll('`', '');
  const body = outsideFences(text.replace(TITLE, '').replaceAll(/<!--[\s\S]*?-->\n?/g, ''), (part) =>
    part.replaceAll(LINK, (whole, picture, label, target) => linkOf(file, { whole, picture, label, target })),
  );
  const paragraph = body.split(/\n\s*\n/).find((part) => /^[A-Za-z`*[]/.test(part.trim())) ?? '';
  const description = paragraph
    .replaceAll(LINK, '$2')
    .replaceAll(/[`*]|\s+/g, ' ')
    .trim()
    .slice(0, 160);
  return { title, description, body };
}

function outsideFences(text, change) {
  let [result, from] = ['', 0];
  for (const fence of text.matchAll(FENCED)) {
    result += change(text.slice(from, fence.index)) + fence[0];
    from = fence.index + fence[0].length;
  }
  return result + change(text.slice(from));
}

function linkOf(file, { whole, picture, label, target }) {
  if (/^[a-z]+:|^#/.test(target)) return whole;
  const [path, anchor] = target.split('#');
  const linked = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '');
  if (picture) return `![${label}](${pictureAddress(linked)})`;
  const starter = STARTER.exec(linked)?.[1];
  if (starter) return `[${label}](${ADDRESS}/starters/${starter}.json)`;
  const page = PAGES.get(linked) ?? PAGES.get(`${linked}/README.md`);
  if (!page) return `${label}`;
  return `[${label}](${ADDRESS}/${page.id === 'index' ? '' : `${page.id}/`}${anchor ? `#${anchor}` : ''})`;
}
