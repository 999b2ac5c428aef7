import type { Animation, Layer } from '#libs/template';
import { easingOf } from '../easing.js';

const DEFAULT_ANIMATION_S = 0.5;

/** Where an entrance or an exit stands at one instant. */
export interface Phase {
  animation: Animation;
  /** How present the layer is: 0 gone, 1 settled, eased; past 1 where the easing overshoots. */
  presence: number;
  /** Which end of the layer's life this is. */
  side: 'enter' | 'exit';
}

/**
 * The entrance and the exit of a layer that lives for `lifeS` seconds, at `timeS` of them; none once it has settled.
 * The entrance begins with the layer, the exit ends with it; where both do not fit they shrink in proportion.
 */
export function phasesAt(layer: Layer, timeS: number, lifeS: number): Phase[] {
  const enter = spanOf(layer.enter);
  const exit = spanOf(layer.exit);
  const wanted = enter.delayS + enter.durationS + exit.delayS + exit.durationS;
  const shrink = wanted > lifeS ? lifeS / wanted : 1;
  const phases: Phase[] = [];
  if (layer.enter) {
    const progress = (timeS - enter.delayS * shrink) / (enter.durationS * shrink);
    if (progress < 1) phases.push(phase('enter', layer.enter, easingOf(layer.enter.easing)(progress)));
  }
  if (layer.exit) {
    const progress = 1 - (lifeS - timeS) / (exit.durationS * shrink);
    if (progress > 0) phases.push(phase('exit', layer.exit, 1 - easingOf(layer.exit.easing)(progress)));
  }
  return phases;
}

function phase(side: Phase['side'], animation: Animation, presence: number): Phase {
  return { side, animation, presence };
}

function spanOf(animation: Animation | undefined): { delayS: number; durationS: number } {
  if (!animation) return { delayS: 0, durationS: 0 };
  return { delayS: animation.delay ?? 0, durationS: animation.duration ?? DEFAULT_ANIMATION_S };
}
