import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makePlugin } from '../plugins/make_plugin.js'
import { fail } from './fail.js'

// `npm run make:plugin lost_property find`, or as an npm package: `npm run make:plugin -- lost_property find --package ../lost-property`
const { values, positionals } = parseArgs({ allowPositionals: true, options: { package: { type: 'string' } } })
const [id, thing, ...rest] = positionals
if (!id || rest.length) fail(new Error('Give the plugin an id and say what one of its rows is: npm run make:plugin lost_property find'))

const root = fileURLToPath(new URL('../../', import.meta.url))
const packageFolder = values.package && resolve(values.package)
const made = await makePlugin(id, { rootFolder: root, thing, packageFolder }).catch(fail)
const migration = made.files.find((file) => file.includes('/migrations/'))
if (made.packageName) explainPackage(made.packageName)
else explainPlugin()

function explainPackage(name: string): void {
  console.log(`Made the package ${name} in ${packageFolder} (${made.files.length} files). It works as it is. To try it here:
  1. cd ${packageFolder} && npm pack
  2. npm install ${packageFolder}/${name}-0.1.0.tgz
  3. plugins/index.ts: import it from '${name}/plugin' and add it at the end of compose([…]).
  4. tenants/*/tenant.ts: add '${id}' to the plugins of those that shall have it, then npm run dev.
docs/recipes.md says more ("A plugin as an npm package").`)
}

function explainPlugin(): void {
  console.log(`Made plugins/${id} (${made.files.length} files), listed it in plugins/index.ts and turned it on for ${made.tenants.join(', ')}.

It works as it is: a list with search and a filter, a form with a person and a day, a job, a mail. Next, in this order:
  1. Words: plugins/${id}/locales/nl.json and en.json. The icon and the place in the menu: pages.ts.
  2. Columns: ${migration}, then server/models, validators,
     services and transformers, then web. Edit the migration BEFORE the first start; once it ran, add
     ${nextName(migration)} beside it instead (or start afresh: stop, remove the data folder).
  3. npm run codegen     after each change of a route or validator: the browser's types come from them.
  4. npm run dev         sign in as beheerder@noordwind.example and open ${made.page}.
                         Three demo rows are there after the first start.
  5. npm run job -- ${id}.remind     runs the job now; the mail stands at /mails (admin@platform.example).
  6. npm run check       before each commit. What you changed on purpose, change in plugins/${id}/tests too.
docs/recipes.md: how to do what comes next.`)
}

/** `…/0801_items.ts` → `…/0802_….ts` */
function nextName(file = ''): string {
  const number = /(\d{4})_/.exec(file)?.[1] ?? ''
  return `${String(Number(number) + 1).padStart(4, '0')}_….ts`
}
