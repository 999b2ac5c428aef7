import type { PageImage, Sprite } from '#libs/compositor';
import type { Canvas, SceneNode, ScenePage } from '#libs/timeline';
import type { FootagePlayers } from './footage/footage-players.js';
import { footageSprite } from './footage/footage-sprite.js';
import type { LayerBox } from './drawing.js';
import { asInFrame, figureSprite } from './figures/figure-sprite.js';
import { figuresOf } from './figures/figures-of.js';
import { over, parseColour } from './paint/css-colour.js';
import { paintStyle, plainColour } from './paint/paint.js';
import { type Painter, rasterize } from './painter.js';

/** What a page's picture is made from. */
export interface PageStudio {
  /** Pixels. */
  readonly frame: LayerBox;
  /** What pages are laid out on; absent: the frame itself. */
  readonly canvas?: Canvas;
  readonly painter: Painter;
  readonly clips: FootagePlayers;
}

/** A page of a scene as the compositor takes it. Nothing is painted yet. */
export function pageImage(page: ScenePage, studio: PageStudio): PageImage {
  const underlay = parseColour(page.underlay);
  const plain = plainColour(page.background);
  const layers = page.nodes.flatMap((node) => spritesOf(node, studio));
  return plain
    ? { key: page.key, background: over(plain, underlay), sprites: layers }
    : { key: page.key, background: underlay, sprites: [backgroundSprite(page.background, studio), ...layers] };
}

function spritesOf(node: SceneNode, { painter, clips, frame }: PageStudio): Sprite[] {
  const figures = figuresOf(node, painter);
  return figures.flatMap((figure) => {
    const clip = clipOf(node, clips);
    const sprite = clip ? asInFrame(clip, figure, frame) : figureSprite(figure, frame);
    return sprite ? [sprite] : [];
  });
}

/** A clip whose planes go straight into the frame; undefined for everything else. */
function clipOf(node: SceneNode, clips: FootagePlayers): Sprite | undefined {
  const { layer } = node;
  if (layer.type !== 'video' || node.filters) return undefined;
  const shown = clips.shown({ ...node, layer });
  return shown && footageSprite({ ...node, layer }, shown);
}

/** A gradient under everything, painted like a layer that fills its page. */
function backgroundSprite(paint: string, { frame, canvas }: PageStudio): Sprite {
  const { scale, ...box } = canvas ?? { ...frame, scale: 1 };
  const size = { width: Math.ceil(frame.width / 8) * 8, height: frame.height };
  return {
    ...size,
    key: 'background',
    raster: `background ${paint}`,
    at: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
    opacity: 1,
    transient: false,
    dither: true,
    paint: () =>
      rasterize(size, [scale, 0, 0, scale, 0, 0], (context) => {
        context.fillStyle = paintStyle(context, paint, box);
        context.fillRect(0, 0, size.width / scale, size.height / scale);
      }),
  };
}
