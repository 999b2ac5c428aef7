/** Fits, places and plays footage. A preview loads it with the first document that has some. */
export { fitFootage } from './footage-fit.js';
export { footageSprite } from './footage-sprite.js';
export { TakePlayer } from './take-player.js';
