import { describe, expect, it } from '@jest/globals';
import { codeTextFault } from './code-text.js';
import type { CodeType } from './code-text.js';
import { validateTemplate } from './validate-template.js';
import { applyModifications } from './finish/apply-modifications.js';

function faultCode(codeType: CodeType, text: string): string | undefined {
  return codeTextFault(text, { codeType, errorCorrection: 'M' })?.code;
}

describe('the text of a machine code', () => {
  it.each<[CodeType, string]>([
    ['ean13', '5901234123457'],
    ['ean13', '590123412345'],
    ['upca', '036000291452'],
    ['itf14', '00012345678905'],
    ['code39', 'ABC-123 $/+%.'],
    ['code128', 'Hello, world\t~'],
    ['qr', 'https://example.com/日本'],
    ['qr', '7'.repeat(4000)],
    ['datamatrix', 'é'.repeat(777)],
    ['pdf417', 'x'.repeat(1000)],
    ['aztec', 'x'.repeat(1500)],
  ])('%s can encode %j', (codeType, text) => {
    expect(faultCode(codeType, text)).toBeUndefined();
  });

  it.each<[CodeType, string, string]>([
    ['ean13', '5901234123450', 'INVALID_VALUE'],
    ['ean13', '59012341234', 'INVALID_FORMAT'],
    ['ean13', '５９０１２３４１２３４５７', 'INVALID_FORMAT'],
    ['upca', '036000291453', 'INVALID_VALUE'],
    ['itf14', 'A0012345678905', 'INVALID_FORMAT'],
    ['code39', 'abc', 'INVALID_FORMAT'],
    ['code128', 'café', 'INVALID_FORMAT'],
    ['code128', 'x'.repeat(81), 'VALUE_TOO_LARGE'],
    ['qr', 'x'.repeat(2332), 'VALUE_TOO_LARGE'],
    ['datamatrix', 'é'.repeat(778), 'VALUE_TOO_LARGE'],
    ['pdf417', 'x'.repeat(1001), 'VALUE_TOO_LARGE'],
    ['aztec', '7'.repeat(3001), 'VALUE_TOO_LARGE'],
  ])('%s cannot encode %j: %s', (codeType, text, code) => {
    expect(faultCode(codeType, text)).toBe(code);
  });

  it('is validated in the template, or with its variables replaced, or in the modification', () => {
    const code = { type: 'machine_code', name: 'code', code_type: 'ean13', text: '{{sku}}' };
    const variables = { sku: { type: 'string' } };
    const document = (layer: object): object => ({
      ...{ name: 't', width: 320, height: 180, variables },
      pages: [{ number: 1, duration: 1, layers: [layer] }],
    });
    const fields = (checked: ReturnType<typeof validateTemplate>): string[] =>
      checked.ok ? [] : checked.faults.map(({ field }) => field);
    expect(fields(validateTemplate(document({ ...code, text: '123' })))).toEqual(['pages[0].layers[0].text']);
    const template = validateTemplate(document(code));
    expect(fields(template)).toEqual([]);
    if (!template.ok) return;
    const given = (sku: string): string[] => fields(applyModifications(template.value, { variables: { sku } }));
    expect(given('5901234123457')).toEqual([]);
    expect(given('5901234123450')).toEqual(['modifications.variables.sku']);
    const pages = [{ number: 1, layers: [{ name: 'code', text: '{{sku}}' }] }];
    expect(fields(applyModifications(template.value, { pages, variables: { sku: '1' } }))).toEqual([
      'pages[0].layers[0].text',
    ]);
  });
});
