import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * The docstrings of the classes in a file and of their properties, by `Class` and `Class.property`. Decorators know a
 * property's rules but not its docstring, and the compiler drops comments.
 */
export function readDocstrings(file: string): Map<string, string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, string>();
  for (const node of source.statements) {
    if (!ts.isClassDeclaration(node) || !node.name) continue;
    note(found, node.name.text, node);
    for (const member of node.members) {
      if (ts.isPropertyDeclaration(member)) note(found, `${node.name.text}.${propertyName(member.name)}`, member);
    }
  }
  return found;
}

function note(found: Map<string, string>, name: string, node: ts.Node): void {
  const text = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  if (text !== undefined) found.set(name, plain(ts.getTextOfJSDocComment(text) ?? ''));
}

/** One line per paragraph. Links become names; citations of this repository's documents are removed. */
function plain(text: string): string {
  return text
    .replace(/\{@link (\w+)\}/g, '$1')
    .replace(/ ?\((?:API|TEMPLATE|docs\/(?:api|template)\S*)\b[^)]*\)/g, '')
    .split(/\n\n+/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}

function propertyName(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
}
