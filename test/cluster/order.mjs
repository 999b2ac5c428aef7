import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { DEFECTS } from './defects.mjs';
import { NAMED_ONLY, PART_NAMES } from './needs.mjs';

/**
 * The order of a run, from the arguments of the command: `[part …] [--defect [name …]] [--hold]`. Without a part or
 * defect all parts run but those of NAMED_ONLY; without a name all defects are put back.
 * @returns `parts` to run, `defects` to put back, and `needed`, the parts whose programs and images are needed for both
 * @throws UserError for a part or defect that does not exist
 */
export function readOrder(args) {
  const names = args.filter((each) => !each.startsWith('--'));
  const all = { parts: PART_NAMES, defects: Object.keys(DEFECTS) };
  const unknown = names.filter((name) => ![...all.parts, ...all.defects].includes(name));
  if (unknown.length > 0)
    throw new UserError(`There is no ${unknown.join(', ')}, but: ${Object.values(all).flat().join(', ')}.`);
  const chosen = (known, byDefault) => {
    const named = known.filter((name) => names.includes(name));
    return named.length > 0 ? named : byDefault;
  };
  const finds = args.includes('--defect');
  const defects = chosen(all.defects, finds ? all.defects : []);
  const ofAWholeRun = all.parts.filter((name) => !NAMED_ONLY.includes(name));
  const parts = chosen(all.parts, finds ? [] : ofAWholeRun);
  const needed = [...new Set([...parts, ...defects.map((name) => DEFECTS[name].part)])];
  return { parts, defects, needed, isHeld: args.includes('--hold') };
}
