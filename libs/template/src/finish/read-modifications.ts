import { FaultList, type Path } from '../fault-list.js';
import { Modifications, type PageModification } from '../modifications.js';
import { checkShape } from '../shape/check-shape.js';
import { own } from '../shape/json.js';

/** The parts of a request that change a document, their paths, and the list of its faults. */
export interface Asked {
  readonly faults: FaultList;
  readonly pages: readonly PageModification[];
  readonly pagesPath: Path;
  /** The values that the caller gives for variables, not yet compared with their declarations. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly variablesPath: Path;
  /** The locale in place of that of the document. */
  readonly locale: string | undefined;
}

/**
 * Reads the modifications of a request. Faults of their shape are added to the list of the result.
 *
 * @param root prefix of the paths: `''` if `pages` stands beside the other fields of the request, else `modifications`
 */
export function readModifications(input: Modifications, root: string): Asked {
  const pagesPath = root === '' ? ['pages'] : [root, 'pages'];
  const variablesPath = [root === '' ? 'modifications' : root, 'variables'];
  const faults = new FaultList(root === '' ? { pages: own(input, 'pages'), modifications: input } : { [root]: input });
  const shape = new FaultList(input);
  const read = checkShape({ faults: shape }, Modifications, input, []);
  const within = root === '' ? [] : [root];
  faults.adopt(shape, (path) =>
    path[0] === 'variables' || path[0] === 'locale' ? [variablesPath[0]!, ...path] : [...within, ...path],
  );
  return {
    faults,
    pages: read?.pages ?? [],
    pagesPath,
    variables: read?.variables ?? {},
    variablesPath,
    locale: read?.locale,
  };
}
