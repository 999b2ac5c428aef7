import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export const CHART = at('../../helm/framewright');
export const CHART_README = `${CHART}/README.md`;
export const DEPLOY_README = at('../../deploy/README.md');
/** Value sets: values that installations may have. */
export const VALUE_SETS = `${CHART}/ci`;
/** Rendered objects of each set of values. */
export const EXAMPLES = `${CHART}/examples`;
export const SCHEMAS = at('schemas');
export const ALERT_CASES = at('alert-cases.yaml');
export const RUNBOOKS = at('../../deploy/runbooks');
