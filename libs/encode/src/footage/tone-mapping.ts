import type { VideoStreamInfo } from '../probe.js';

/** Transfer functions of HDR: PQ and HLG. */
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];
/** Primaries beyond those of BT.709: BT.2020, and Display P3 of phones. */
const WIDE_PRIMARIES = ['bt2020', 'smpte432'];
/** Transfer functions of SDR that differ from that of BT.709. */
const SDR_TRANSFERS = ['iec61966-2-1'];

/** Luminance of white in HDR pictures, cd/m² (ITU-R BT.2408); a monitor of SDR shows it as bright as it can, or nearly so. */
const WHITE_NITS = 203;
/** Luminance from which highlights are white: what HLG is defined for, and what most PQ is mastered at. */
const PEAK_NITS = 1000;
/** Luminance, of white, up to which a picture is shown as it is. Highlights share the rest. */
const LINEAR_SHARE = 0.5;

/** White in limited range. What is brighter than the peak would exceed it. */
const WHITE_LUMA = 235;

type SourceColors = Pick<VideoStreamInfo, 'colorTransfer' | 'colorPrimaries'>;

/** Whether a source is HDR, or has other primaries than those of SDR. */
export function hasWideColors(source: SourceColors): boolean {
  return isHdr(source) || isWide(source);
}

function isHdr({ colorTransfer }: SourceColors): boolean {
  return HDR_TRANSFERS.includes(colorTransfer ?? '');
}

function isWide({ colorPrimaries }: SourceColors): boolean {
  return WIDE_PRIMARIES.includes(colorPrimaries ?? '');
}

/**
 * Filters that give a source of HDR or of wide primaries the colors of BT.709, in limited range: its highlights are compressed,
 * what is outside of BT.709 is clipped. Undefined for other sources.
 */
export function toneMapping(source: VideoStreamInfo): string[] | undefined {
  const { colorPrimaries, colorRange } = source;
  if (!hasWideColors(source)) return undefined;
  const given = [
    `pin=${isWide(source) ? colorPrimaries : 'bt2020'}`,
    `tin=${transferOf(source)}`,
    `min=${matrixOf(source)}`,
  ];
  const range = `rin=${colorRange === 'pc' ? 'full' : 'limited'}`;
  const curve = `tonemap=mobius:param=${LINEAR_SHARE}:peak=${PEAK_NITS / WHITE_NITS}:desat=0`;
  return [
    `zscale=${[...given, range].join(':')}:p=bt709:t=linear:m=gbr:npl=${WHITE_NITS}`,
    ...['format=gbrpf32le', ...(isHdr(source) ? [curve] : [])],
    'zscale=pin=bt709:tin=linear:min=gbr:p=bt709:t=bt709:m=bt709:r=limited',
    ...['format=yuv420p', `limiter=max=${WHITE_LUMA}:planes=1`],
  ];
}

function transferOf(source: VideoStreamInfo): string {
  const transfer = source.colorTransfer ?? '';
  return isHdr(source) || SDR_TRANSFERS.includes(transfer) ? transfer : 'bt709';
}

/** Sources of BT.2020 that name no matrix have its own. */
function matrixOf({ colorSpace, colorPrimaries }: VideoStreamInfo): string {
  if (colorSpace !== null && colorSpace !== 'unknown') return colorSpace;
  return colorPrimaries === 'smpte432' ? 'bt709' : 'bt2020nc';
}
