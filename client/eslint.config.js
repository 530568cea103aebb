import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import lingui from 'eslint-plugin-lingui';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Each layer of src/ and what it may import beside itself: app -> features -> {ui, forms, api, realtime, lib}. */
const layers = {
  app: ['feature', 'ui', 'forms', 'api', 'realtime', 'theme', 'lib'],
  feature: ['ui', 'forms', 'api', 'realtime', 'theme', 'lib'],
  forms: ['ui', 'api', 'theme', 'lib'],
  ui: ['api', 'theme', 'lib'],
  realtime: ['api', 'lib'],
  api: ['lib'],
  theme: ['lib'],
  lib: [],
  testing: ['app', 'ui', 'api', 'realtime', 'theme', 'lib'],
};

const elements = [
  { type: 'feature', pattern: 'src/features/*', capture: ['feature'] },
  ...['app', 'api', 'forms', 'lib', 'realtime', 'testing', 'theme', 'ui'].map((type) => ({
    type,
    pattern: `src/${type}`,
  })),
];

const chunks = [
  {
    selector:
      'ImportExpression:not(CallExpression[callee.name=/^(page|lazyRoute|lazyChunk|loadChunk)$/] > ArrowFunctionExpression > ImportExpression)',
    message: 'A chunk may fail to load: page, lazyChunk or loadChunk try again and show it.',
  },
];

const tokens = [
  {
    selector: "Property[key.name='borderRadius'] > Literal[value!=0], Property[key.name='boxShadow'] Literal[value=/rgb/]",
    message: 'src/theme/tokens.ts names radii and shadows.',
  },
];

const patience = [
  {
    selector: "CallExpression:matches([callee.name='waitFor'], [callee.property.name=/^(poll|waitFor|find(All)?By)/]) > ObjectExpression > Property[key.name='timeout']",
    message: 'src/testing/patience.ts says how long a test waits.',
  },
];

const formatting = [
  {
    selector:
      "MemberExpression[object.name='Intl'], MemberExpression[property.name=/^(toLocale(Date|Time)?String|to(Date|Time|UTC|GMT)String)$/], CallExpression[callee.object.name='i18n'][callee.property.name=/^(date|time|number)$/]",
    message: 'src/lib/format.ts writes dates, times, numbers and lists, by the region of the company.',
  },
];

/** What is no text for people: identifiers, addresses, CSS, names of the platform. */
const unlocalized = {
  ignore: ['^(?:0 0)? ?auto$', '^(?:min|minmax|repeat)\\(', '^\\d+px ', '^(?:input:|\\[role=)', '^(?:Enter|Shift)$', '^; secure$', '^HTTP\\b', '^language=', '^(?:Google|Microsoft Entra|Keycloak)$', '^(?![A-Z])\\S+$', '^[A-Z0-9_-]+$', '^(?!.*\\s).*[/#:.]'],
  ignoreNames: [
    { regex: { pattern: '^(?:sx|look|key|style|className|id|name|type|role|src|path|to|rel|autoComplete|.*Ref|.*Tags|.*Changed|tag|sentryKind|fade|width|height|border.*|padding|grid.*|transition|animation|transform.*|box.*|font.*|mask.*|clipPath|background.*|Authorization|Content-Type)$' } },
  ],
  ignoreFunctions: [
    'Error', 'lineIcon', 'useMediaQuery', 'readItem', 'writeItem', 'removeItem', 'attempt', 'metaContent', 'Reflect.*', 'CSS.*', 'console.*', 'require',
    '*.addEventListener', '*.removeEventListener', '*.setAttribute', '*.setRequestHeader', '*.getResponseHeader', '*.querySelector', '*.querySelectorAll', '*.closest', '*.matches', '*.set', '*.get', '*.append', '*.startsWith', '*.endsWith', '*.includes', '*.dispatchEvent', '*.invalidateTags',
  ],
  useTsTypes: true,
};

/** The folders whose texts are in catalogues. */
const TRANSLATED = ['src/{api,app,features,forms,lib,realtime,ui}/**'];

export default tseslint.config(
  { ignores: ['dist/', '*.config.js', '*.config.cjs', 'codegen.*', '.size-limit.js', 'src/api/generated/', 'public/*.js'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  reactHooks.configs.flat['recommended-latest'],
  jsxA11y.flatConfigs?.strict ?? jsxA11y.configs.strict,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'boundaries/files': [{ category: 'test', pattern: '**/*.test.{ts,tsx}' }],
      'boundaries/include': ['src/**'],
      'import/resolver': { typescript: { project: './tsconfig.json' } },
    },
    rules: {
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            ...Object.entries(layers)
              .filter(([, to]) => to.length > 0)
              .map(([from, to]) => ({
                from: { element: { type: from } },
                allow: { to: { element: { types: { anyOf: to } } } },
              })),
            { allow: { to: { module: { origin: 'external' } } } },
            { allow: { to: { module: { origin: 'core' } } } },
            {
              from: { file: { categories: 'test' } },
              allow: { to: { element: { types: { anyOf: ['app', 'api', 'lib', 'realtime', 'testing', 'theme', 'ui'] } } } },
            },
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...chunks, ...patience, ...tokens, ...formatting],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: 'error',
      // Both `type` and `interface` read well; what matters is that a file does not mix them without need.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Redux Toolkit writes "no argument" as void.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // `onClick={() => void work()}` and `<button onClick={work}>` are the idiom of event handlers.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // A handler that only calls is written without braces.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Router loaders and guards throw responses, as the router documents.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
    },
  },
  { files: ['src/lib/{format,region}.ts'], rules: { 'no-restricted-syntax': ['error', ...chunks, ...patience, ...tokens] } },
  {
    files: TRANSLATED,
    ignores: ['**/*.test.{ts,tsx}', '**/testing.ts', 'src/api/generated/**', 'src/ui/*cons.tsx'],
    plugins: { lingui },
    rules: {
      ...lingui.configs['flat/recommended'].rules,
      'lingui/no-unlocalized-strings': ['error', unlocalized],
    },
  },
  { files: ['*.ts'], languageOptions: { globals: globals.node }, rules: { 'boundaries/dependencies': 'off' } },
);
