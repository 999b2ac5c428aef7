export { Share, type Limits, type Piece, type Place } from './share.js';
export { Shares } from './shares.js';
