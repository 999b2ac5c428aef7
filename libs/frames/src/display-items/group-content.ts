import { boundsOfRect, type Rect } from '#libs/document';
import { isEmpty, union } from '#libs/compositor';
import { type DisplayItem, inkOf, type ItemContent, nameOf } from './display-item.js';
import { paintItem } from './paint-item.js';

const NO_INK: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Items on a transparent surface, in the group's pixels. */
export function groupContent(items: readonly DisplayItem[], isRestless: boolean): ItemContent {
  return {
    contentId: `group ${items.map(nameOf).join('\n')}`,
    pose: {},
    of: { type: 'items', items },
    isRestless: isRestless || items.some((item) => item.isRestless),
    drawing: {
      ink: items.map(areaOf).reduce(around, NO_INK),
      isSmooth: items.some(({ drawing, filters }) => drawing.isSmooth || (filters?.blur ?? 0) > 0),
      paint(context) {
        for (const item of items) paintItem(context, item);
      },
    },
  };
}

/** The area of the parent that an item can touch. */
function areaOf(item: DisplayItem): Rect {
  return boundsOfRect(item.matrix, inkOf(item));
}

function around(a: Rect, b: Rect): Rect {
  return isEmpty(a) ? b : union(a, b);
}
