/**
 * Moves the links to style sheets from the head of a page to the end of its body, so that a browser shows what stands
 * before them without waiting.
 */
export function stylesLast() {
  return {
    name: 'styles-last',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/<link rel="stylesheet"[^>]*>\n?/g) ?? [];
        const rest = links.reduce((without, link) => without.replace(link, ''), html);
        return rest.replace('  </body>', `${links.join('')}  </body>`);
      },
    },
  };
}
