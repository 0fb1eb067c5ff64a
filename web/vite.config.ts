import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listedPlugins } from '../core/plugins/listed.ts'
import { compactRegistry } from './compact_registry.ts'
import { compressAssets } from './compress_assets.ts'
import { webHalves } from './web_halves.ts'

const root = import.meta.dirname
/** Their pages lie in node_modules; they are sources of ours all the same. */
const packages = listedPlugins(resolve(root, '..')).filter(({ packaged }) => packaged)
const port = Number(process.env.VITE_PORT ?? 5173)
/** Where the AdonisJS process answers in development: it serves the HTML, Vite only the modules. */
const appOrigins = [/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/, /^https?:\/\/[a-z0-9-]+\.localhost(:\d+)?$/]

/** react-intl gets compiled messages (web/i18n/compile.ts), so its own copy of the ICU parser stays out of the build. */
const intlWithoutParser: Plugin = {
  name: 'intl-without-parser',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    if (source !== '@formatjs/icu-messageformat-parser' || importer?.includes('/web/i18n/')) return null
    return this.resolve('@formatjs/icu-messageformat-parser/no-parser.js', importer, { skipSelf: true })
  },
}

/** Rules of styles are written by the slices that draw a page, not in one go at the end. */
const stylesInSlices: Plugin = {
  name: 'styles-in-slices',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) => (source === '@emotion/use-insertion-effect-with-fallbacks' ? resolve(root, 'styles_in_slices.ts') : null),
}

/** Modules without effects of their own: a barrel then brings along only what is used from it. */
const PURE = /\/web\/(ui|api|i18n|session|shell\/(index\.|ChosenCompany\.|layout\/))|\/themes\//
/** They listen to the window or the other tabs as soon as they are loaded. */
const EFFECTFUL = /\/web\/(api\/(csrf|query_client)|session\/unsaved_marks)\.ts$/

const MUI_OF_EVERY_VISIT =
  'Alert|Box|Button|ButtonBase|CircularProgress|CssBaseline|Divider|FormControl|FormHelperText|FormLabel|IconButton|Input|InputAdornment|InputBase|Link|NativeSelect|OutlinedInput|Paper|Stack|SvgIcon|TextareaAutosize|Typography|className|internal|styles|transitions|useMediaQuery|utils|zero-styled'
const BASE_MODULES = new RegExp(
  `web/styles_in_slices|node_modules/(@emotion|stylis|clsx|jotai|react-intl|@formatjs/(?!icu)|intl-messageformat|@mui/(system|styled-engine|utils|private-theming|material/(${MUI_OF_EVERY_VISIT})))/`,
)
const COMMON_MODULES =
  /\/web\/(boot\/(?!web_plugins)|i18n\/(?!parser)|session\/(?!unsaved\.)|api\/(api_error|csrf|platform_fetch|request|signals|use_error_text)|ui\/form\/(PlainForm|FormView|FormActions|Field|TextInput|form_context|use_submission|values|draft)\.|ui\/toasts\/(toast_queue|ToastHost)|ui\/LanguagePicker|shell\/(AppProviders|SessionNotices|ConnectionBanner|IncidentBanner|page_title|layout\/(BareLayout|CompanyMark|LegalFooter)))|\/themes\/|\/core\/contract\/(?!(settings|day_range)\.)/

const MUI_OF_EVERY_PAGE =
  'Avatar|Backdrop|Badge|Checkbox|Chip|Collapse|Dialog\\w*|Drawer|Fade|Grow|LinearProgress|List\\w*|Menu\\w*|Modal|Popover|Popper|Portal|Radio|Skeleton|Slide|Tooltip|Unstable_TrapFocus|Zoom'
/** What every page with a form of a record loads, once: never the login page (core/tests of the browser look). */
const FORM_MODULES = /node_modules\/react-hook-form\/|\/web\/ui\/form\/(Form|MeanwhileNotice|use_form_values)\./
/** What every list and matrix is made of: left alone twenty crumbs, each a request. What comes when it is asked for stays by itself. */
const LIST_MODULES = /\/web\/ui\/(table\/(?!Grid\.|SaveViewDialog\.|use_action_form\.|RowNotes\.|DaysFilter\.)|(FactList|soft_breaks)\.)/
/** And the fields to choose in. */
const INPUT_MODULES =
  /\/web\/ui\/form\/(choice_inputs|DayInput|PersonPicker)\.|node_modules\/@mui\/material\/(Autocomplete|useAutocomplete|TextField|InputLabel)\//
/** Parts of the shell that come when they are asked for, or to admins alone: with them would come the forms that they hold. */
const SHELL_LATER =
  'palette/|tasks/|notifications/NotificationPanel|(VisitBar|SignInAgainDialog|FrameEndedDialog|ChosenCompany)\\.|layout/VisitorFrame'
/** What every page behind the sign-in needs of others: the router, the queries, more of MUI. A file beside ours is a task beside ours. */
const PARTS_MODULES = new RegExp(
  `node_modules/(@tanstack|@tuyau|ky|react-router|cookie|set-cookie-parser|@popperjs|react-transition-group|@mui/material/(${MUI_OF_EVERY_PAGE})/)`,
)
/** And of ours: the shell and the blocks that all pages are made of. */
const APP_MODULES = new RegExp(
  [
    `/web/(shell/(?!${SHELL_LATER})|boot/web_plugins|session/unsaved\\.|api/(client|hooks|query_client))`,
    '/web/ui/(SidePanel|PanelPart|in_panel|url_params|use_asked_close|use_peek_keys|States|PageHeader|Progress|Section|StatusChip|confirm|icons/|slots/(?!WidgetBoard|SlotTabs))',
    '/plugins/\\w+/(web/(index|asking|components/\\w+(Overlay|Gate)\\.)|contract/statuses)',
  ].join('|'),
)

/** What stands beside the folders of a plugin's web half. */
const PLUGIN_CALLS = /\/plugins\/(\w+)\/web\/[a-z_]+\.ts$/
const callsOf = (id: string) => `${PLUGIN_CALLS.exec(id)![1]}_calls`

export default defineConfig(({ command }) => ({
  root,
  // Built files lie in assets/ and are served from there by their content hash, cached for ever.
  base: command === 'build' ? '/' : '/assets/',
  publicDir: false,
  plugins: [react(), webHalves(resolve(root, '..')), intlWithoutParser, stylesInSlices, compactRegistry(), compressAssets()],
  server: {
    port,
    strictPort: true,
    host: '127.0.0.1',
    origin: `http://127.0.0.1:${port}`,
    cors: { origin: appOrigins },
    hmr: { host: '127.0.0.1', clientPort: port },
    // Plugins and themes lie beside this folder, not in it.
    fs: { allow: [resolve(root, '..'), ...packages.map(({ folder }) => folder)] },
  },
  // There is no index.html to start from: dependencies are found here, so that the first page needs no reload.
  optimizeDeps: { entries: ['main.tsx', '../plugins/*/web/**/*.tsx'], exclude: packages.map(({ specifier }) => specifier) },
  build: {
    outDir: resolve(root, '../build/web'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The oldest browsers that the specification supports (section 5).
    target: ['chrome138', 'edge138', 'firefox140', 'safari17'],
    // Under the strict content security policy nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: resolve(root, 'main.tsx'),
      output: {
        codeSplitting: {
          groups: [
            // What every visit needs, in three files, and every page behind the sign-in in two more: three change with our dependencies only, so
            // that a release leaves them in the cache. Left alone, they would be fifty crumbs; as one, a long task (core/pages/start_script.ts).
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'base', test: BASE_MODULES },
            { name: 'common', test: COMMON_MODULES },
            { name: 'parts', test: PARTS_MODULES },
            { name: 'app', test: APP_MODULES },
            { name: 'forms', test: FORM_MODULES },
            // Of both lists and fields: with either it would bring that along.
            { name: 'select', test: /node_modules\/@mui\/material\/Select\// },
            { name: 'lists', test: LIST_MODULES },
            { name: 'inputs', test: INPUT_MODULES },
            // A plugin's calls, paths and keys, which most of its pages share: one file instead of a crumb each.
            { name: callsOf, test: PLUGIN_CALLS },
          ],
        },
      },
      treeshake: { moduleSideEffects: (id) => !PURE.test(id) || EFFECTFUL.test(id) },
    },
  },
}))
