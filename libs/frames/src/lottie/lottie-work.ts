import { type LottieJson, MAX_DEPTH, jsonObjects, objectsWithin, UnusableLottie } from './lottie-json.js';

/** Work of one effect, such as a blur of the whole frame. */
const EFFECT_WORK = 40;
/** Stars of more tips cost by the square of them. */
const CHEAP_STAR_POINTS = 50;
/** Vertices of a path that cost as much as one shape. */
const VERTICES_PER_WORK = 100;
/** Vertices of a rectangle and of an ellipse. */
const VERTICES_OF_SIMPLE_SHAPES = 4;
/** Most vertices of rounded and puckered paths for one vertex of the path. */
const VERTICES_AFTER_BENDING = 2;
/**
 * Skia intersects every piece of a path with every other one. Measured on one core for n vertices: it offsets a circle in
 * 4 µs × n², and a tangle in 47 µs × n²; it combines circles in 0.1 µs × n², and tangles in 14 µs × n².
 */
const OFFSET_VERTICES = 40;
const COMBINED_VERTICES = 100;
/** The mode of a merge that only collects its paths. */
const MERGE_ONLY = 1;

/** Work of shapes, and the vertices of each of their paths. */
interface ShapeWork {
  work: number;
  paths: number[];
}

/**
 * The most work that one instant of an animation takes, in units of about 0.5 ms at 720 lines: a shape or layer is one,
 * as often as compositions and repeaters show it; effects, vertices and modifiers of vertices are added.
 *
 * @returns Infinity for a composition within itself
 * @throws UnusableLottie for compositions that are nested too deeply
 */
export function lottieWork(animation: LottieJson): number {
  const compositions = Map.groupBy(jsonObjects(animation['assets']), ({ id }) => id);
  const works = new Map<unknown, number>();
  const workOf = (id: unknown, depth: number): number => {
    if (depth > MAX_DEPTH) throw new UnusableLottie(`is nested deeper than ${MAX_DEPTH} levels`);
    const known = works.get(id);
    if (known !== undefined) return known;
    works.set(id, Infinity); // until it is known: a composition within itself never ends
    const work = workOfLayers(
      (compositions.get(id) ?? []).flatMap(({ layers }) => jsonObjects(layers)),
      depth,
    );
    works.set(id, work);
    return work;
  };
  const workOfLayers = (layers: readonly LottieJson[], depth: number): number =>
    layers.reduce((sum, layer) => sum + workOfLayer(layer) + workOf(layer['refId'], depth + 1), 0);
  return workOfLayers(jsonObjects(animation['layers']), 0);
}

/** Work of a layer, without the composition that it shows. */
function workOfLayer({ shapes, ef, sy, masksProperties }: LottieJson): number {
  const { work } = workOfShapes(jsonObjects(shapes));
  return 1 + workOfEffects(ef) + workOfEffects(sy) + workOfMasks(jsonObjects(masksProperties)) + work;
}

/**
 * A repeater repeats the shapes before it in its group; other modifiers change the paths before them, those of inner
 * groups too.
 */
function workOfShapes(shapes: readonly LottieJson[]): ShapeWork {
  return shapes.reduce<ShapeWork>(
    ({ work, paths }, shape) => {
      switch (shape['ty']) {
        case 'gr': {
          const inner = workOfShapes(jsonObjects(shape['it']));
          return { work: work + inner.work, paths: paths.concat(inner.paths) };
        }
        case 'rp':
          return { work: work * Math.max(1, largestIn(shape['c'])), paths };
        case 'op':
          return { work: work + 1 + sumOf(paths.map((vertices) => vertices ** 2 / OFFSET_VERTICES)), paths };
        case 'mm':
          return { work: work + 1 + workOfMerge(shape, paths), paths: [sumOf(paths)] };
        case 'rd':
        case 'pb':
          return { work: work + 1, paths: paths.map((vertices) => vertices * VERTICES_AFTER_BENDING) };
        default: {
          const vertices = verticesOf(shape);
          const own = workOfShape(shape) + vertices / VERTICES_PER_WORK;
          return { work: work + own, paths: vertices > 0 ? paths.concat(vertices) : paths };
        }
      }
    },
    { work: 0, paths: [] },
  );
}

function workOfShape(shape: LottieJson): number {
  return shape['ty'] === 'sr' ? Math.max(1, (largestIn(shape['pt']) / CHEAP_STAR_POINTS) ** 2) : 1;
}

function workOfMerge({ mm: mode }: LottieJson, paths: readonly number[]): number {
  return mode === MERGE_ONLY || paths.length < 2 ? 0 : sumOf(paths) ** 2 / COMBINED_VERTICES;
}

/** One mask only clips; several are combined. */
function workOfMasks(masks: readonly LottieJson[]): number {
  const vertices = sumOf(masks.map(({ pt }) => mostVerticesIn(pt)));
  return masks.length < 2 ? vertices / VERTICES_PER_WORK : vertices ** 2 / COMBINED_VERTICES;
}

function workOfEffects(effects: unknown): number {
  return EFFECT_WORK * jsonObjects(effects).length;
}

/** Vertices of a shape that is a path; 0 for any other. */
function verticesOf(shape: LottieJson): number {
  switch (shape['ty']) {
    case 'sh':
      return mostVerticesIn(shape['ks']);
    case 'rc':
    case 'el':
      return VERTICES_OF_SIMPLE_SHAPES;
    case 'sr':
      return 2 * largestIn(shape['pt']);
    default:
      return 0;
  }
}

/** Most vertices of a path, keyframed or not. */
function mostVerticesIn(path: unknown): number {
  const counts = objectsWithin(path).map(({ v }) => (Array.isArray(v) ? v.length : 0));
  return counts.reduce((most, each) => Math.max(most, each), 0);
}

/** The largest number in a property, keyframed or not. */
function largestIn(value: unknown): number {
  const values = objectsWithin(value).flatMap(({ k, s, e }) => [k, s, e].flat());
  const numbers = values.filter((each) => typeof each === 'number');
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
