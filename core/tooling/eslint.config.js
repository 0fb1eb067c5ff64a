import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

/** Rules that find mistakes; how code looks is prettier's. */
export default ts.config(
  { ignores: ['**/node_modules/**', '**/build/**', '**/.data/**', '**/.adonisjs/**'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    rules: {
      'no-console': ['error', { allow: ['error', 'warn'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // The framework's way to tell TypeScript which drivers are configured.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // TypeScript knows what exists.
      'no-undef': 'off',
    },
  },
  { files: ['web/**', 'plugins/*/web/**'], ...hooks.configs.flat.recommended },
  {
    files: ['web/**/*.tsx', 'themes/**', 'plugins/*/web/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'Property[key.value=/:hover/]:not(Property[key.value=/hover: (hover|none)/] Property)',
          message: "Use onHover of '#themes/index': on a touch screen a hover stays after the tap.",
        },
      ],
    },
  },
  // A table of cases is long and easy to read.
  { files: ['**/*.test.ts', '**/*.spec.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['plugins/*/server/**', 'plugins/*/contract/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '#core/tenancy/scope',
              importNames: ['asSystem', 'withoutScope'],
              message: 'Cross companies with acrossCompanies, withinReach, inCompanyOfRow or inCompanyOfToken: they are audited or narrow.',
            },
          ],
        },
      ],
    },
  },
  // What an operator reads in the terminal is written there.
  {
    files: [
      'core/bin/**',
      'core/accounts/commands.ts',
      'core/http/serve.ts',
      'core/http/ready_table.ts',
      'core/testing/**',
      'plugins/*/server/**/*_command.ts',
    ],
    rules: { 'no-console': 'off' },
  },
)
