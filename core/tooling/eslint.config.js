import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

const ownVine = {
  name: '@vinejs/vine',
  message: 'Import #core/http/validation: VineJS by itself makes numbers and booleans of whatever a body holds.',
}

const leaving = [
  "CallExpression[callee.object.name='location'][callee.property.name=/^(assign|replace)$/]",
  "CallExpression[callee.object.property.name='location'][callee.property.name=/^(assign|replace)$/]",
  "AssignmentExpression[left.property.name='location']",
  "AssignmentExpression[left.name='location']",
  "AssignmentExpression[left.object.name='location']",
  "AssignmentExpression[left.object.property.name='location']",
  "CallExpression[callee.property.name='open'][callee.object.name='window']",
].map((selector) => ({ selector, message: 'Use goTo or download of #web/session: they leave for no other site.' }))

const stickyHover = {
  selector: 'Property[key.value=/:hover/]:not(Property[key.value=/hover: (hover|none)/] Property)',
  message: "Use onHover of '#themes/index': on a touch screen a hover stays after the tap.",
}

const ownMenu = {
  selector: "ImportDeclaration[source.value='@mui/material'] > ImportSpecifier[imported.name='Menu']",
  message: 'Use PopupMenu of #web/ui: it has a name, and stands in a landmark of its own.',
}

const ownTip = {
  selector: "ImportDeclaration[source.value='@mui/material'] > ImportSpecifier[imported.name='Tooltip']",
  message: 'Use Tip of #web/ui: a phone, where nothing hovers, does without.',
}

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
    files: ['web/**', 'themes/**', 'plugins/*/web/**'],
    ignores: ['**/*.{test,spec}.ts', 'web/tests/**'],
    rules: { 'no-restricted-syntax': ['error', ...leaving, stickyHover, ownMenu, ownTip] },
  },
  { files: ['web/session/navigate.ts'], rules: { 'no-restricted-syntax': ['error', stickyHover, ownMenu, ownTip] } },
  { files: ['web/ui/PopupMenu.tsx'], rules: { 'no-restricted-syntax': ['error', ...leaving, stickyHover, ownTip] } },
  { files: ['web/ui/Tip.tsx'], rules: { 'no-restricted-syntax': ['error', ...leaving, stickyHover, ownMenu] } },
  // A table of cases is long and easy to read.
  { files: ['**/*.test.ts', '**/*.spec.ts'], rules: { 'max-lines': 'off' } },
  // The module itself, what reads VineJS's errors, and the settings, which come from the environment as text.
  {
    files: ['core/**', 'plugins/**'],
    ignores: ['core/http/validation.ts', 'core/pages/exception_handler.ts', 'core/config/settings.ts', 'core/accounts/commands.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [ownVine] }] },
  },
  {
    files: ['plugins/*/server/**', 'plugins/*/contract/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ownVine,
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
      'core/**/commands.ts',
      'core/**/*_command.ts',
      'core/database/postgres_home.ts',
      'core/server/serve.ts',
      'core/server/ready_table.ts',
      'core/testing/**',
      'plugins/*/server/**/*_command.ts',
    ],
    rules: { 'no-console': 'off' },
  },
)
