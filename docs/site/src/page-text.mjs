import { posix } from 'node:path';
import { PAGES } from './sections.mjs';

const TITLE = /^# (.+)\n/;
const LINK = /(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g;
const DEFINITION = /^\[([^[\]]+)\]: (\S+)$/gm;
const COMMENT = /<!--[\s\S]*?-->\n*/g;
const FENCED = /^(```|~~~)[\s\S]*?^\1/gm;

/**
 * A Markdown file of the repository as a page: its heading becomes the title, its first sentence the description, the
 * comments for generators are left out. `addressOf` gives the address of what a link leads to, by its path and, if it is
 * one, its page; a link without an address becomes its text.
 */
export function pageText(file, text, addressOf) {
  const title = (TITLE.exec(text)?.[1] ?? file).replaceAll('`', '');
  const body = outsideFences(text.replace(TITLE, ''), (part) =>
    part
      .replaceAll(COMMENT, '')
      .replaceAll(DEFINITION, (_, name, target) => `[${name}]: ${addressIn(file, target, addressOf) ?? target}`)
      .replaceAll(LINK, (_, picture, label, target) => {
        const address = addressIn(file, target, addressOf);
        return address ? `${picture}[${label}](${address})` : label;
      }),
  );
  return { title, description: firstSentence(body), body };
}

function outsideFences(text, change) {
  let [result, from] = ['', 0];
  for (const fence of text.matchAll(FENCED)) {
    result += change(text.slice(from, fence.index)) + fence[0];
    from = fence.index + fence[0].length;
  }
  return result + change(text.slice(from));
}

/** The address of what a file links to. */
function addressIn(file, target, addressOf) {
  if (/^[a-z]+:|^#/.test(target)) return target;
  const [path, anchor] = target.split('#');
  const linked = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '');
  const address = addressOf(linked, PAGES.get(linked) ?? PAGES.get(`${linked}/README.md`));
  return address && (anchor ? `${address}#${anchor}` : address);
}

/** The first sentence of the first paragraph, without marks and a title in front of it. */
function firstSentence(body) {
  const paragraph = body.split(/\n\s*\n/).find((part) => /^(?!```)[A-Za-z`*[]/.test(part.trim())) ?? '';
  const text = paragraph
    .trim()
    .replace(/^\*\*[^*]+\*\*\s/, '')
    .replaceAll(LINK, '$2')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
  return (/^.*?[.:](?= |$)/.exec(text)?.[0] ?? text).replace(/:$/, '.');
}
