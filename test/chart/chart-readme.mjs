import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import YAML from 'yaml';
import { CHART } from './paths.mjs';

const BEGIN = '<!-- values: written by `npm run check:chart -- --update` from values.yaml -->\n';

/** The chart's README with its list of values as values.yaml has them now; what stands before the list is kept. */
export function readmeWithValues(readme) {
  const [text] = readme.split(BEGIN);
  const document = YAML.parseDocument(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
  const rows = rowsOf(document.contents, '').map(([key, value, comment]) => `- \`${key}\` (${value}) ${comment}\n`);
  return `${text}${BEGIN}\n${rows.join('')}`;
}

/** An entry for each leaf of the values, and one for each map or list with a comment of its own. */
function rowsOf(map, prefix) {
  return map.items.flatMap((pair, index) => {
    const key = prefix + pair.key.value;
    // To the parser, a comment before a map's first key belongs to the map.
    const comment = commentOf(pair.key) || (index === 0 ? commentOf(map) : '');
    const nested = YAML.isMap(pair.value) && pair.value.items.length > 0;
    if (nested && !comment) return rowsOf(pair.value, `${key}.`);
    return [[key, shown(pair.value), comment]];
  });
}

/** The paragraphs of a comment that begin with `-- `, as Helm's own documentation writes them. */
function commentOf({ commentBefore = '' }) {
  const [, text = ''] = /(?:^|\n) -- ([\s\S]+)$/.exec(commentBefore ?? '') ?? [];
  return text.replace(/\n */g, ' ');
}

function shown(node) {
  const text = JSON.stringify(node.toJSON());
  return text.length > 120 ? 'see values.yaml' : `\`${text}\``;
}
