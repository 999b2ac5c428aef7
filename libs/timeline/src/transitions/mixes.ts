import { turnAbout } from '#libs/document';
import type { PageTransition } from './scene-transition.js';
import { AS_IT_IS, type TransitionContext, type TransitionFn } from './transition-fn.js';

/** Largest standard deviation of the blur, as a fraction of the shorter side of the frame. */
const MOST_BLUR = 1 / 25;
/** Edge of the largest blocks, in the same unit. */
const LARGEST_BLOCK = 1 / 12;
/** Edge of a grain, in the same unit. */
const GRAIN = 1 / 270;
/** Scale of a page that passes the viewer. */
const NEAR = 1.6;

/** Cross-fade. */
export const fade: TransitionFn = (progress) => ({ leaving: AS_IT_IS, entering: { ...AS_IT_IS, opacity: progress } });

/** The leaving page fades to the backdrop, then the entering one from it. */
export const fadeThrough: TransitionFn = (progress) => ({
  leaving: { ...AS_IT_IS, opacity: Math.max(0, 1 - 2 * progress) },
  entering: { ...AS_IT_IS, opacity: Math.max(0, 2 * progress - 1) },
});

/** The pages change grain by grain. */
export const dissolve: TransitionFn = (progress, context) => {
  const grain = 2 * Math.max(1, Math.round((shorterSide(context) * GRAIN) / 2));
  if (progress >= 1) return { leaving: AS_IT_IS, entering: AS_IT_IS };
  return { leaving: AS_IT_IS, entering: { ...AS_IT_IS, dissolve: { shown: progress, grain, seed: context.seed } } };
};

/**
 * `in`: the viewer moves through the leaving page, which grows and fades, to the entering one. `out`: the entering page comes from
 * behind the viewer. Neither page is ever smaller than the frame.
 */
export const zoom: TransitionFn = (progress, context) => {
  const passing = context.direction === 'out' ? 1 - progress : progress;
  const passes = scaled(1 + (NEAR - 1) * passing, 1 - ramp(passing, 0.1, 0.9), context);
  return context.direction === 'out'
    ? { direction: 'out', leaving: AS_IT_IS, entering: passes }
    : { direction: 'in', upper: 'leaving', leaving: passes, entering: AS_IT_IS };
};

/** Blurs the leaving page, fades across, and brings the entering page into focus. */
export const blur: TransitionFn = (progress, context) => {
  const sigma = shorterSide(context) * MOST_BLUR * peak(progress);
  const blurred: PageTransition = sigma > 0 ? { ...AS_IT_IS, blur: sigma } : AS_IT_IS;
  return { leaving: blurred, entering: { ...blurred, opacity: ramp(progress, 0.25, 0.75) } };
};

/** Pixelates the leaving page into growing blocks, fades across, and sharpens the entering page. */
export const pixelate: TransitionFn = (progress, context) => {
  const mosaic = 2 * Math.round((shorterSide(context) * LARGEST_BLOCK * peak(progress)) / 2);
  const blocks: PageTransition = mosaic > 0 ? { ...AS_IT_IS, mosaic } : AS_IT_IS;
  return { leaving: blocks, entering: { ...blocks, opacity: ramp(progress, 0.4, 0.6) } };
};

function shorterSide({ width, height }: TransitionContext): number {
  return Math.min(width, height);
}

/** 0 at both ends, 1 in the middle. */
function peak(progress: number): number {
  return 1 - Math.abs(2 * progress - 1);
}

/** 0 until `from`, 1 after `to`, linear in between. */
function ramp(progress: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (progress - from) / (to - from)));
}

function scaled(scale: number, opacity: number, { width, height }: TransitionContext): PageTransition {
  return { matrix: turnAbout({ x: width / 2, y: height / 2 }, { x: scale, y: scale }, 0), opacity };
}
