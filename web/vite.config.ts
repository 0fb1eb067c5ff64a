import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listedPlugins } from '../core/plugins/listed.ts'
import { compactRegistry } from './compact_registry.ts'
import { compressAssets } from './compress_assets.ts'
import { webHalves } from './web_halves.ts'

const root = import.meta.dirname
/** Plugin packages: their pages are in node_modules, but are sources of ours. */
const packages = listedPlugins(resolve(root, '..')).filter(({ packaged }) => packaged)
const port = Number(process.env.VITE_PORT ?? 5173)
/** The addresses of the AdonisJS process in development: it serves the HTML, Vite only the modules. */
const appOrigins = [/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/, /^https?:\/\/[a-z0-9-]+\.localhost(:\d+)?$/]

/** react-intl gets compiled messages (web/i18n/compile.ts), so its own copy of the ICU parser is left out of the build. */
const intlWithoutParser: Plugin = {
  name: 'intl-without-parser',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    if (source !== '@formatjs/icu-messageformat-parser' || importer?.includes('/web/i18n/')) return null
    return this.resolve('@formatjs/icu-messageformat-parser/no-parser.js', importer, { skipSelf: true })
  },
}

/** Style rules are written by the slices that render a page, not all at once at the end. */
const stylesInSlices: Plugin = {
  name: 'styles-in-slices',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) => (source === '@emotion/use-insertion-effect-with-fallbacks' ? resolve(root, 'styles_in_slices.ts') : null),
}

/** Modules without side effects: importing from a barrel then bundles only what is used. */
const PURE = /\/web\/(ui|api|i18n|session|shell\/(index\.|(ChosenCompany|RegisterOrSignIn)\.|layout\/))|\/themes\//
/** Modules that listen to the window or to other tabs as soon as they are loaded. */
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
/** One chunk for every page with a form of a record; the sign-in page must not load it (the browser tests check it). */
const FORM_MODULES = /node_modules\/react-hook-form\/|\/web\/ui\/form\/(Form|MeanwhileNotice|use_form_values)\./
/**
 * One chunk for the parts of lists and matrices, which would otherwise be twenty small files with a request each. What is loaded on demand
 * stays separate.
 */
const LIST_MODULES = /\/web\/ui\/(table\/(?!Grid\.|SaveViewDialog\.|use_action_form\.|RowNotes\.|DaysFilter\.)|(FactList|soft_breaks)\.)/
/** One chunk for the choice fields. */
const INPUT_MODULES =
  /\/web\/ui\/form\/(choice_inputs|DayInput|PersonPicker)\.|node_modules\/@mui\/material\/(Autocomplete|useAutocomplete|TextField|InputLabel)\//
/** Parts of the shell that are loaded on demand or for admins only: bundled with the shell, they would also load the forms they contain. */
const SHELL_LATER =
  'palette/|tasks/|notifications/NotificationPanel|(ImpersonationBar|SignInAgainDialog|FrameEndedDialog|ChosenCompany|RegisterOrSignIn)\\.|layout/VisitorFrame'
/**
 * One chunk for the libraries of every page behind the sign-in: the router, the queries, more of MUI. It is a separate file, so that it is
 * evaluated in a separate task.
 */
const PARTS_MODULES = new RegExp(
  `node_modules/(@tanstack|@tuyau|ky|react-router|cookie|set-cookie-parser|@popperjs|react-transition-group|@mui/material/(${MUI_OF_EVERY_PAGE})/)`,
)
/** One chunk for our own part of those pages: the shell and the building blocks of all pages. */
const APP_MODULES = new RegExp(
  [
    `/web/(shell/(?!${SHELL_LATER})|boot/web_plugins|session/unsaved\\.|api/(client|hooks|query_client))`,
    '/web/ui/(SidePanel|PanelPart|in_panel|url_params|use_asked_close|use_peek_keys|States|PageHeader|Progress|Section|StatusChip|confirm|icons/|slots/(?!WidgetBoard|SlotTabs))',
    '/plugins/\\w+/(web/(index|asking|components/\\w+(Overlay|Gate)\\.)|contract/statuses)',
  ].join('|'),
)

/** The modules beside the folders of a plugin's web half. */
const PLUGIN_CALLS = /\/plugins\/(\w+)\/web\/[a-z_]+\.ts$/
const callsOf = (id: string) => `${PLUGIN_CALLS.exec(id)![1]}_calls`

export default defineConfig(({ command }) => ({
  root,
  // Built files are in assets/ and are served from there by their content hash, cached forever.
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
    // Plugins and themes are beside this folder, not in it.
    fs: { allow: [resolve(root, '..'), ...packages.map(({ folder }) => folder)] },
  },
  // There is no index.html to start from: dependencies are discovered from these entries, so that the first page needs no reload.
  optimizeDeps: { entries: ['main.tsx', '../plugins/*/web/**/*.tsx'], exclude: packages.map(({ specifier }) => specifier) },
  build: {
    outDir: resolve(root, '../build/web'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // The oldest browsers that the specification supports (section 5).
    target: ['chrome138', 'edge138', 'firefox140', 'safari17'],
    // The strict content security policy allows no inlined data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: resolve(root, 'main.tsx'),
      output: {
        codeSplitting: {
          groups: [
            // Three files for what every visit needs, and two more for every page behind the sign-in. Three of the five change only with
            // our dependencies, so a release leaves them in the cache. Without these groups there would be fifty small files; as a single
            // file, evaluating it would be a long task (core/pages/start_script.ts).
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'base', test: BASE_MODULES },
            { name: 'common', test: COMMON_MODULES },
            { name: 'parts', test: PARTS_MODULES },
            { name: 'app', test: APP_MODULES },
            { name: 'forms', test: FORM_MODULES },
            // Used by both lists and fields: in either chunk it would pull that chunk in for the other.
            { name: 'select', test: /node_modules\/@mui\/material\/Select\// },
            { name: 'lists', test: LIST_MODULES },
            { name: 'inputs', test: INPUT_MODULES },
            // A plugin's calls, paths and keys, which most of its pages share: one file instead of a small one each.
            { name: callsOf, test: PLUGIN_CALLS },
          ],
        },
      },
      treeshake: { moduleSideEffects: (id) => !PURE.test(id) || EFFECTFUL.test(id) },
    },
  },
}))
