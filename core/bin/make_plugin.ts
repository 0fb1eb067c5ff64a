import { fileURLToPath } from 'node:url'
import { makePlugin } from '../plugins/make_plugin.js'
import { fail } from './fail.js'

// `npm run make:plugin <id>`
const [id, ...rest] = process.argv.slice(2)
if (!id || rest.length) fail(new Error('Give the plugin one id: npm run make:plugin waiting_list'))

const root = fileURLToPath(new URL('../../', import.meta.url))
const made = await makePlugin(id, root).catch(fail)
console.log(`Made plugins/${id} (${made.files.length} files), listed it in plugins/index.ts and turned it on for ${made.tenants.join(', ')}.

Next:
  1. npm run dev, sign in as beheerder@noordwind.example and open ${made.page}.
  2. Make it yours: rename "items" to what it is, in the words of the people who use it.
     Start with plugins/${id}/migrations, then models, services, pages and locales.
  3. npm run check. plugins/certificates shows what else a plugin can do: mails, jobs,
     services, slots, public pages, personal data.`)
