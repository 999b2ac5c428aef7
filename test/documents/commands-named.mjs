/**
 * The npm commands that a Markdown document names: `npm run golden -- --update`. A list may leave `npm run` out after its
 * first: `npm run bench`, `bench:api`.
 */
export function commandsNamed(markdown) {
  const own = markdown.match(/\bnpm (?:run (?:--silent )?[\w:-]+|test|start)(?: -- [^`\n]+)?/g) ?? [];
  const further = markdown
    .split('`npm run ')
    .slice(1)
    .flatMap((after) => following(after.slice(after.indexOf('`') + 1)));
  return [...new Set([...own, ...further.map((name) => `npm run ${name}`)])];
}

/** Scripts at the beginning of a text that continues a list: "`, `bench:api`". */
function following(text) {
  const [, script] = /^, `([\w-]+:[\w:-]+)`/.exec(text) ?? [];
  return script ? [script, ...following(text.slice(script.length + 4))] : [];
}

/** The script of package.json that such a command runs. */
export function scriptOf(command) {
  return /^npm (?:run (?:--silent )?)?([\w:-]+)/.exec(command)[1];
}
