import { describe, expect, it } from '@jest/globals';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

const FRAME = { width: 640, height: 360 };

const FORMATS: Readonly<Record<string, BarcodeFormat>> = {
  qr: BarcodeFormat.QR_CODE,
  code128: BarcodeFormat.CODE_128,
  ean13: BarcodeFormat.EAN_13,
  upca: BarcodeFormat.UPC_A,
  code39: BarcodeFormat.CODE_39,
  itf14: BarcodeFormat.ITF,
  datamatrix: BarcodeFormat.DATA_MATRIX,
  pdf417: BarcodeFormat.PDF_417,
  aztec: BarcodeFormat.AZTEC,
};

/** The luma of a frame that shows one code. */
async function lumaOf(code: object): Promise<Uint8ClampedArray> {
  const layer = { name: 'code', type: 'machine_code', x: 60, y: 20, width: 520, height: 320, ...code };
  const frame = await renderers.frame({ ...FRAME, layers: [layer] });
  return new Uint8ClampedArray(frame.subarray(0, FRAME.width * FRAME.height));
}

/** The text that a reader which knows nothing of our encoder reads in a code. */
async function read(codeType: string, code: object): Promise<string> {
  const source = new RGBLuminanceSource(await lumaOf({ code_type: codeType, ...code }), FRAME.width, FRAME.height);
  const reader = new MultiFormatReader();
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [FORMATS[codeType]]],
    [DecodeHintType.TRY_HARDER, true],
  ]);
  return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source)), hints).getText();
}

describe('a machine code', () => {
  it.each([
    ['qr', 'https://example.com/offers?id=42'],
    ['qr', 'Grüße aus 東京 👋'],
    ['code128', 'FW-2026/042 a~'],
    ['ean13', '5901234123457'],
    ['upca', '036000291452'],
    ['code39', 'FRAME-42'],
    ['itf14', '00012345678905'],
    ['datamatrix', 'https://example.com/1'],
    ['pdf417', 'Boarding pass 42, seat 11A'],
    ['aztec', 'https://example.com/2'],
  ])('of type %s encodes %j', async (codeType, text) => {
    expect(await read(codeType, { text })).toBe(text);
  });

  it.each(['L', 'M', 'Q', 'H'])(
    'of level %s is read with its colors, in the corner of a rounded plate',
    async (level) => {
      const look = { foreground_color: '#0f3d3e', background_color: '#fdf6e3', border_width: 6, border_radius: 40 };
      expect(await read('qr', { text: 'https://example.com/42', error_correction: level, ...look })).toBe(
        'https://example.com/42',
      );
    },
  );

  it('adds a missing check digit', async () => {
    expect(await read('ean13', { text: '590123412345' })).toBe('5901234123457');
  });

  it.each([
    ['an odd size', { width: 333, height: 251 }],
    ['a place between pixels', { x: 60.4, y: 20.7 }],
    ['a scale', { scale: 0.83 }],
  ])('has sharp edges in spite of %s', async (_, place) => {
    const luma = await lumaOf({ text: 'framewright', background_color: '#ffffff', ...place });
    expect([...new Set(luma)].filter((value) => value > 17 && value < 234)).toEqual([]);
  });

  it.each(['ean13', 'upca'])('of type %s has figures below its bars, unless they are low', async (code_type) => {
    const text = { ean13: '4006381333931', upca: '036000291452' }[code_type];
    /** Rows of the frame that have dark pixels in a column beside the bars, where the first figure is. */
    const figureRows = async (height: number): Promise<number[]> => {
      const luma = await lumaOf({ code_type, text, x: 60, width: 520, height });
      const left = luma.subarray(0, FRAME.width * FRAME.height);
      const first = 60 + Math.floor((520 - 95 * 4) / 2) - 8; // modules of 4 px
      return Array.from({ length: FRAME.height }, (_, y) => y).filter((y) =>
        Array.from({ length: 24 }, (_column, x) => left[y * FRAME.width + first - x]!).some((value) => value < 100),
      );
    };
    const rows = await figureRows(320);
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.length).toBeLessThan(40);
    expect(Math.min(...rows)).toBeGreaterThan(280);
    expect(await figureRows(100)).toEqual([]);
  });

  it('is readable when rotated', async () => {
    const turned = { x: 320, y: 180, width: 240, height: 240, anchor_x: 0.5, anchor_y: 0.5, rotation: 30 };
    expect(await read('qr', { text: 'framewright', ...turned })).toBe('framewright');
  });
});
