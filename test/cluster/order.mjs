import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { DEFECTS } from './defects.mjs';
import { PART_NAMES } from './needs.mjs';

/**
 * What a run is to do, from the arguments of the command: `[part …] [--defect [name …]] [--hold]`. Without a part or defect
 * all parts run; without a name all defects are put back.
 * @returns `parts` to run, `defects` to put back, and `needed`, the parts whose programs and images are needed for both
 * @throws UserError for a part or defect that does not exist
 */
export function readOrder(args) {
  const names = args.filter((each) => !each.startsWith('--'));
  const all = { parts: PART_NAMES, defects: Object.keys(DEFECTS) };
  const unknown = names.filter((name) => ![...all.parts, ...all.defects].includes(name));
  if (unknown.length > 0)
    throw new UserError(`There is no ${unknown.join(', ')}, but: ${Object.values(all).flat().join(', ')}.`);
  const chosen = (known, isDefault) => {
    const named = known.filter((name) => names.includes(name));
    return named.length > 0 || !isDefault ? named : known;
  };
  const finds = args.includes('--defect');
  const defects = chosen(all.defects, finds);
  const parts = chosen(all.parts, !finds);
  const needed = [...new Set([...parts, ...defects.map((name) => DEFECTS[name].part)])];
  return { parts, defects, needed, isHeld: args.includes('--hold') };
}
