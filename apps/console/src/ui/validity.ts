/** A control of a form that the browser checks. */
export type CheckedControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fault that the browser finds in a control, in our own words; undefined if it finds none. */
export function faultOfControl(control: CheckedControl): string | undefined {
  const { validity } = control;
  if (validity.valid) return undefined;
  if (validity.valueMissing || control.value.trim() === '') return 'Fill this in.';
  if (!(control instanceof HTMLInputElement)) return control.validationMessage;
  return faultOfInput(control);
}

function faultOfInput({ validity, type, inputMode, min, max, minLength, validationMessage }: HTMLInputElement): string {
  if (validity.typeMismatch && type === 'email') return 'Enter an e-mail address, such as ada@example.com.';
  if (validity.typeMismatch && type === 'url') return 'Enter a whole address, such as https://example.com/hooks.';
  if (validity.tooShort) return `Enter at least ${minLength} characters.`;
  if (validity.rangeUnderflow) return `Enter ${min} or more.`;
  if (validity.rangeOverflow) return `Enter ${max} or less.`;
  if (validity.badInput || validity.stepMismatch || (validity.patternMismatch && inputMode === 'numeric'))
    return 'Enter a whole number.';
  if (validity.patternMismatch) return 'This does not have the form that the hint describes.';
  return validationMessage;
}
