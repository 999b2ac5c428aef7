import { didYouMean } from '../did-you-mean.js';
import { MAX_COMPONENT_DEPTH, MAX_LAYERS, MAX_LAYERS_IN_ALL, MAX_PAGES } from '../document-limits.js';
import { layersIn } from '../document-rules.js';
import type { FaultList, Path } from '../fault-list.js';
import { type Located, objectsIn } from '../located.js';
import { own } from '../shape/json.js';
import { componentLayers, componentsOf, isShared, tooDeep, usesIn } from './shared.js';

type Components = ReadonlyMap<string, Record<string, unknown>>;

/**
 * Checks how the components of a document contain each other: none contains itself, none is nested too deeply, and no page
 * has more layers than it may, those of components counted. Linear in the document: each component is counted once.
 */
export function checkNesting(document: unknown, faults: FaultList): void {
  const components = componentsOf(document);
  const counted = new Counting(components, faults);
  for (const name of components.keys()) counted.of(name);
  let all = 0;
  for (const page of objectsIn(own(document, 'pages'), ['pages'], MAX_PAGES)) {
    const count = counted.layersOf(layersIn(own(page.value, 'layers'), [...page.path, 'layers'])).layers;
    if (count > MAX_LAYERS)
      refuse([...page.path, 'layers'], tooMany(`must contain at most ${MAX_LAYERS} layers`), faults);
    all += count;
  }
  if (all > MAX_LAYERS_IN_ALL)
    refuse(['pages'], tooMany(`must contain at most ${MAX_LAYERS_IN_ALL} layers in all`), faults);
}

function tooMany(limit: string): string {
  return `${limit}, those of components counted`;
}

function refuse(path: Path, message: string, faults: FaultList): void {
  faults.add(path, { code: 'VALUE_TOO_LARGE', message });
}

/** The size of a component with those in it. */
interface Extent {
  /** Layers, at most one more than a page may have. */
  readonly layers: number;
  /** Components in each other, this one included. */
  readonly depth: number;
}

const NOTHING: Extent = { layers: 0, depth: 0 };

class Counting {
  readonly #known = new Map<string, Extent>();
  /** The components around the one that is counted. */
  readonly #around: string[] = [];

  constructor(
    private readonly components: Components,
    private readonly faults: FaultList,
  ) {}

  of(name: string): Extent {
    const known = this.#known.get(name);
    if (known) return known;
    this.#around.push(name);
    const { layers, depth } = this.layersOf(componentLayers(name, this.components.get(name)));
    this.#around.pop();
    const extent = { layers, depth: depth + 1 };
    this.#known.set(name, extent);
    if (extent.depth === MAX_COMPONENT_DEPTH + 1) refuse(['components', name], tooDeep(), this.faults);
    if (layers > MAX_LAYERS) {
      refuse(['components', name, 'layers'], tooMany(`must contain at most ${MAX_LAYERS} layers`), this.faults);
    }
    return extent;
  }

  /** @param layers of a page or a component */
  layersOf(layers: Iterable<Located>): Extent {
    let [count, depth] = [0, 0];
    for (const layer of layers) {
      const [use] = usesIn([layer]);
      const within = use ? this.use(use) : NOTHING;
      count = Math.min(count + 1 + within.layers, MAX_LAYERS + 1);
      depth = Math.max(depth, within.depth);
    }
    return { layers: count, depth };
  }

  private use({ value, path, component }: Located & { component: string }): Extent {
    const message = this.faultOf(component, path);
    if (message === undefined) return this.of(component);
    this.faults.add([...path, 'component'], { code: 'INVALID_VALUE', message, value: value['component'] });
    return NOTHING;
  }

  private faultOf(component: string, path: Path): string | undefined {
    const start = this.#around.indexOf(component);
    if (start !== -1) return `${component} contains itself: ${[...this.#around.slice(start), component].join(' → ')}`;
    const isInShared = path[0] === 'components' && isShared(String(path[1]));
    if (isInShared && !isShared(component)) return 'a shared component contains shared ones only, such as card@3';
    if (this.components.has(component)) return undefined;
    if (isShared(component)) return `the organization shares no component ${component}`;
    const proposal = this.faults.isFull ? '' : didYouMean(component, this.components.keys());
    return `the document has no component ${component.slice(0, 64)}${proposal}`;
  }
}
