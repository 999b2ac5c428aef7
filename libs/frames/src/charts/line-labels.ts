import type { Rect } from '#libs/document';
import type { CartesianPlan, Mark } from './chart-plan.js';
import type { Label } from './chart-text.js';
import type { LineShape } from './line-shape.js';

/** Half the height of a line of figures, em: half a capital letter, and some of the depth of commas and signs. */
const HALF_LINE = 0.42;
/** Distance between a label and the line, in font sizes. */
const CLEARANCE = 0.35;
/** Sideways moves of a label, in its widths. */
const MOVES = [0, -0.25, 0.25, -0.5, 0.5];
/** Cost of a label on the side that is not the usual one (above; for a valley below), in font sizes. */
const UNUSUAL_SIDE = 0.6;
/** Far more than any distance: overlapping labels are a last resort. */
const OVERLAP_COST = 1e6;

/** The value label of a mark and its center. */
export interface PlacedLabel {
  readonly label: Label;
  readonly x: number;
  readonly middle: number;
}

interface Candidate extends PlacedLabel {
  readonly area: Rect;
  readonly cost: number;
}

/**
 * Places the value labels of a line chart: above or below their marks where the line does not cross them, inside the
 * box, without overlaps, and as close to their marks as possible. On a slope a label moves to the free side.
 */
export function placeLineLabels(plan: CartesianPlan, line: LineShape): (PlacedLabel | undefined)[] {
  return cheapestPath(plan.marks.map((_, index) => candidatesOf(index, plan, line)));
}

function candidatesOf(index: number, plan: CartesianPlan, line: LineShape): Candidate[] {
  const mark = plan.marks[index]!;
  const label = mark.valueLabel;
  if (!label) return [];
  const usual = isValley(plan.marks, index) ? 1 : -1;
  const all = MOVES.flatMap((move) =>
    [-1, 1].map((side) => {
      const placed = candidate({ mark, label, move, side }, plan, line);
      return { ...placed, cost: placed.cost + (side === usual ? 0 : UNUSUAL_SIDE * plan.fontSize) };
    }),
  );
  const inside = all.filter(({ area }) => isInside(area, plan));
  // In a box without room for any place, the label stays above its mark.
  return inside.length > 0 ? inside : [all[0]!];
}

/** Whether a mark is lower than both of its neighbors. */
function isValley(marks: readonly Mark[], index: number): boolean {
  return [marks[index - 1], marks[index + 1]].every((beside) => beside !== undefined && beside.y < marks[index]!.y);
}

/** A label moved sideways, as close to the line as it may be on one side: −1 is above. */
function candidate(
  { mark, label, move, side }: { mark: Mark; label: Label; move: number; side: number },
  { fontSize }: CartesianPlan,
  line: LineShape,
): Candidate {
  const x = mark.x + move * label.width;
  const half = HALF_LINE * label.size;
  const gap = CLEARANCE * fontSize;
  const { top, bottom } = line.extent(x - label.width / 2 - gap / 2, x + label.width / 2 + gap / 2);
  const middle = side < 0 ? Math.min(top, mark.y) - gap - half : Math.max(bottom, mark.y) + gap + half;
  const cost = Math.abs(middle - mark.y) + Math.abs(x - mark.x) / 2;
  const area = { x: x - label.width / 2, y: middle - half, width: label.width, height: 2 * half };
  return { label, x, middle, area, cost };
}

/**
 * Whether a label is inside the plot. Below it are the labels of the columns, with room above them for the labels of
 * negative values.
 */
function isInside({ x, y, width, height }: Rect, { box, plot, fontSize, marks }: CartesianPlan): boolean {
  const hasNegative = marks.some(({ value }) => value < 0);
  const floor = plot.y + plot.height + (hasNegative ? 1.2 : 0) * fontSize;
  return x >= plot.x && x + width <= box.width && y >= 0 && y + height <= floor;
}

/** One candidate for each mark, so that the sum of costs is least. Only neighbors can overlap. */
function cheapestPath(steps: readonly (readonly Candidate[])[]): (PlacedLabel | undefined)[] {
  let ends: { cost: number; path: (Candidate | undefined)[] }[] = [{ cost: 0, path: [] }];
  for (const candidates of steps) {
    const options = candidates.length > 0 ? candidates : [undefined];
    ends = options.map((option) => {
      const costs = ends.map(({ cost, path }) => cost + overlapCost(path.at(-1), option));
      const best = costs.indexOf(Math.min(...costs));
      return { cost: costs[best]! + (option?.cost ?? 0), path: [...ends[best]!.path, option] };
    });
  }
  return ends.reduce((best, end) => (end.cost < best.cost ? end : best)).path;
}

function overlapCost(a: Candidate | undefined, b: Candidate | undefined): number {
  if (!a || !b) return 0;
  const across = Math.min(a.area.x + a.area.width, b.area.x + b.area.width) - Math.max(a.area.x, b.area.x);
  const down = Math.min(a.area.y + a.area.height, b.area.y + b.area.height) - Math.max(a.area.y, b.area.y);
  return across > 0 && down > 0 ? OVERLAP_COST * across * down : 0;
}
