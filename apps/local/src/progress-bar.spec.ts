import { describe, expect, it } from '@jest/globals';
import { progressBar } from './progress-bar.js';

describe('the progress bar', () => {
  it.each([0, 12.5, 50, 99.6, 100])('is as long at %f per cent as at any other', (percent) =>
    expect(progressBar(percent)).toHaveLength(progressBar(0).length),
  );

  it('is half full at half time', () => expect(progressBar(50)).toMatch(/^█{20}░{20} {2}50 %$/));
});
