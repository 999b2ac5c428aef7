import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The pure libs take time and seeds as parameters, so that the same input gives the same pixels, prices and bytes. */
const NO_CLOCK_NO_RANDOMNESS = [
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Pure code takes a seed.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Pure code takes the time.' },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Pure code takes the time.' },
  { selector: 'CallExpression[callee.name=/^set(Timeout|Interval|Immediate)$/]', message: 'Pure code does not wait.' },
];

/** At most 4 parameters, 7 for constructors, which Nest fills. */
const FEW_PARAMETERS = [
  ['FunctionDeclaration', 4],
  ['ArrowFunctionExpression', 4],
  ["MethodDefinition:not([kind='constructor']) > FunctionExpression", 4],
  ["MethodDefinition[kind='constructor'] > FunctionExpression", 7],
].map(([node, most]) => ({ selector: `${node}[params.length>${most}]`, message: `At most ${most} parameters.` }));

/**
 * The objects that a store opens hold a file or a connection. A file that only the garbage collector closes ends the
 * process.
 */
const OPENED_OBJECTS_END = {
  selector:
    "CallExpression[callee.property.name='open']:matches([callee.object.name='store'], [callee.object.property.name='store']):not(VariableDeclaration[kind='await using'] *)",
  message: 'An object is opened with `await using`, which ends its stream whatever happens.',
};

const DATA_CLASSES = [
  'Balance',
  'Brand',
  'CreditTransaction',
  'Pagination',
  'SharedComponent',
  'Template',
  'Video',
  'Webhook',
  'WebhookDelivery',
  'WebhookWithSecret',
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'docs/site/{dist,public,.astro}/',
      'node_modules/',
      '.data/',
      '.cache/',
      'coverage/',
      'libs/compositor/kernel/',
      'libs/n8n-nodes/{credentials,nodes}/', // n8n's own rules judge them
    ],
  },
  js.configs.recommended,
  {
    // An expression that takes the square of a text's length lets one request stop a service.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false, ignorePartial: false }],
    },
  },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off', // Nest modules are empty classes
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess: kernels and tables index within bounds they have checked
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off', // Nest and MikroORM declare option bags as classes
      // What callers see and send are classes for their rules' sake; they hold data and have no methods to lose.
      '@typescript-eslint/no-misused-spread': [
        'error',
        { allow: DATA_CLASSES.map((name) => ({ from: 'file', name })) },
      ],
      '@typescript-eslint/unbound-method': 'off', // Nest and Jest pass methods by reference
      'no-restricted-syntax': ['error', ...FEW_PARAMETERS],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  {
    files: ['libs/{document,template,timeline,compositor,contracts,drafts,signing,shares}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...FEW_PARAMETERS, ...NO_CLOCK_NO_RANDOMNESS] },
  },
  {
    // Nest reads constructor parameter types at run time: a type-only import there silently breaks injection and validation.
    files: ['apps/**/*.ts', 'libs/{contracts,template,messaging,outbox,database,runtime}/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['apps/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...FEW_PARAMETERS, OPENED_OBJECTS_END] },
  },
  {
    files: ['apps/gateway/src/**/*.ts'],
    ignores: ['apps/gateway/src/http/send-body.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'node:stream/promises',
          importNames: ['pipeline'],
          message: '`sendBody` ends the stream of a caller who has disconnected, too.',
        },
      ],
    },
  },
  { ...hooks.configs.flat['recommended-latest'], files: ['apps/console/**/*.{ts,tsx}'] },
  {
    files: ['test/e2e/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...FEW_PARAMETERS,
        {
          selector: "CallExpression[callee.name='fetch'] MemberExpression[property.name='baseUrl']",
          message: 'system.fetch holds every answer of the API against its document.',
        },
      ],
    },
  },
  {
    // Programs of the manual and examples, which print as those of their readers do.
    files: ['examples/**/*.ts', 'test/manual/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        module: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
        WebAssembly: 'readonly',
      },
    },
  },
  prettier,
);
