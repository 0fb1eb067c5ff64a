import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies, validRange } from 'semver'
import { NAV_SECTIONS, type PageDefinition } from '../contract/pages.js'
import type { Access } from '../contract/access.js'
import type { PluginDefinition } from '../contract/plugin.js'
import { type DeclaredSettings, defaultOf, readSetting } from '../contract/settings.js'
import { ROLES } from '../contract/roles.js'
import { isPackaged, localesFolder } from './folders.js'
import { checkHelp } from './validate_help.js'
import { PLATFORM_VERSION } from './platform_version.js'

/**
 * Checks every definition against the contract.
 * @throws Error one line that names the plugin, what is wrong and what to do
 */
export function validatePlugins(plugins: readonly PluginDefinition[]): void {
  const ids = new Set<string>()
  const names = new Map<string, string>()
  const permissions = new Set(plugins.flatMap((plugin) => Object.keys(plugin.permissions ?? {})))
  const entitlements = new Set(plugins.flatMap((plugin) => plugin.entitlements ?? []))
  const pages = new Set(plugins.flatMap((plugin) => (plugin.pages ?? []).map((page) => page.name)))
  const services = new Set<string>()
  const flags = new Set(
    plugins.flatMap(({ id, settings }) =>
      (settings?.fields ?? []).flatMap(({ kind, browser, key }) => (kind === 'flag' && browser ? [`${id}.${key}`] : [])),
    ),
  )
  const core = plugins.find(({ id }) => id === 'core')
  const shared = core ? wordsOf(core, 'nl') : {}
  const lists = new Set(plugins.flatMap((plugin) => (plugin.lists ?? []).map((list) => list.name)))

  for (const plugin of plugins) {
    const fail = (what: string): never => {
      throw new Error(`Plugin "${plugin.id}": ${what}`)
    }
    const unique = (kind: string, name: string) => {
      const key = `${kind} ${name}`
      if (names.has(key)) fail(`${kind} "${name}" is already declared by plugin "${names.get(key)}".`)
      names.set(key, plugin.id)
    }
    const prefixed = (kind: string, name: string) => {
      if (!name.startsWith(`${plugin.id}.`)) fail(`${kind} "${name}" must start with "${plugin.id}.".`)
    }
    const checkAccess = (kind: string, name: string, access: Access | undefined) => {
      if (!access) return fail(`${kind} "${name}" has no access rule. Use anyone, signedIn, can() or entitledTo().`)
      if (access.kind === 'permission' && !permissions.has(access.permission)) {
        fail(`${kind} "${name}" asks for permission "${access.permission}", which no plugin declares.`)
      }
      if (access.kind === 'entitlement' && !entitlements.has(access.entitlement)) {
        fail(`${kind} "${name}" asks for entitlement "${access.entitlement}", which no plugin declares.`)
      }
    }

    if (!/^[a-z][a-z0-9_]*$/.test(plugin.id)) fail('an id is lower case letters, digits and underscores.')
    if (RESERVED.test(plugin.id)) fail('this id is taken by the platform itself.')
    if (plugin.settings && plugin.settings.plugin !== plugin.id) fail(`its settings are declared for plugin "${plugin.settings.plugin}".`)
    if (ids.has(plugin.id)) fail('this id is declared twice.')
    ids.add(plugin.id)
    checkCompatibility(plugin, fail)
    // SQL queries read the company's list of plugins, which does not contain plugins with `always`.
    if (plugin.always && (plugin.listeners?.length || plugin.jobs?.length || plugin.mails?.length)) {
      fail('it is on in every company (`always`) and therefore has no listeners, jobs or mails.')
    }
    for (const needed of plugin.requires ?? []) {
      if (!plugins.some((other) => other.id === needed)) fail(`it requires plugin "${needed}", which is not in plugins/index.ts.`)
    }
    for (const [permission, roles] of Object.entries(plugin.permissions ?? {})) {
      prefixed('permission', permission)
      unique('permission', permission)
      for (const role of roles) if (!ROLES.includes(role)) fail(`permission "${permission}" names unknown role "${role}".`)
    }
    for (const route of plugin.routes ?? []) {
      prefixed('route', route.name)
      unique('route', route.name)
      unique('path', `${route.method} ${route.path}`)
      checkAccess('route', route.name, route.access)
      const params = [...route.path.matchAll(/:([a-zA-Z_]+)/g)].map((match) => match[1]!)
      for (const param of params) {
        if (!route.params?.[param]) fail(`route "${route.name}" does not say in \`params\` which table ":${param}" is of.`)
      }
    }
    for (const page of plugin.pages ?? []) {
      prefixed('page', page.name)
      unique('page', page.name)
      for (const path of [page.path, ...(page.alsoAt ?? [])]) unique('page path', path)
      if (page.alsoAt?.length && page.path.includes(':')) fail(`page "${page.name}" has other paths, but its own needs an id.`)
      checkAccess('page', page.name, page.access)
      if (page.companyFrom) checkCompanyFrom(page, fail)
    }
    checkHelp(plugin, fail)
    for (const name of Object.keys(plugin.publicContent ?? {})) {
      if (plugin.pages?.find((page) => page.name === name)?.access.kind !== 'anyone')
        fail(`public content is of "${name}", which is no public page.`)
    }
    for (const name of Object.keys(plugin.openings ?? {})) {
      const page = plugin.pages?.find((one) => one.name === name)
      if (!page || page.access.kind === 'anyone' || page.hideNavigation)
        fail(`an opening is of "${name}", which is no page with bars around it.`)
    }
    for (const name of Object.keys(plugin.visitorOpenings ?? {})) {
      const page = plugin.pages?.find((one) => one.name === name)
      if (page?.access.kind !== 'anyone' || !page.hideNavigation)
        fail(`an opening for visitors is of "${name}", which is no page without bars that everybody may open.`)
    }
    for (const { to, when } of plugin.doors ?? []) {
      const leads = pages.has(to) || plugin.routes?.some(({ name, method }) => name === to && method === 'GET')
      if (!leads) fail(`a door opens unknown page "${to}".`)
      if (!plugin.settings?.fields.some(({ key, browser }) => key === when.key && browser)) {
        fail(`the door to "${to}" needs "${when.key}", which is no setting of it that browsers get.`)
      }
    }
    for (const item of plugin.nav ?? []) {
      if (!NAV_SECTIONS.includes(item.section)) fail(`nav item "${item.label}" names unknown section "${item.section}".`)
      if (!pages.has(item.page)) fail(`nav item "${item.label}" opens unknown page "${item.page}".`)
      if (item.needsFlag && !flags.has(item.needsFlag.setting)) {
        fail(`nav item "${item.label}" needs "${item.needsFlag.setting}", which is no flag that browsers get.`)
      }
    }
    for (const listener of plugin.listeners ?? []) unique('listener', `${plugin.id}/${listener.name}`)
    for (const { event } of plugin.histories ?? []) {
      prefixed('history', event)
      unique('history', event)
    }
    for (const { token } of plugin.provides ?? []) {
      prefixed('service', token)
      if (services.has(token)) fail(`service "${token}" is provided twice.`)
      services.add(token)
    }
    for (const mail of plugin.mails ?? []) {
      prefixed('mail', mail.trigger)
      unique('mail', mail.trigger)
      if (mail.on && !mail.to) fail(`mail "${mail.trigger}" is sent on an event and does not say to whom.`)
    }
    for (const job of plugin.jobs ?? []) {
      prefixed('job', job.name)
      unique('job', job.name)
      if (job.schedule?.each === 'platform' && plugin.id !== 'core') {
        fail(`job "${job.name}" is scheduled for the whole platform; a plugin's runs \`each: 'company'\`.`)
      }
      if (job.schedule?.each === 'company' && !job.schedule.due && !isRare(job.schedule.cron)) {
        fail(`job "${job.name}" runs more than once a day in every company; say in \`due\` which of them have work.`)
      }
    }
    for (const purpose of plugin.files ?? []) {
      prefixed('file purpose', purpose.name)
      unique('file purpose', purpose.name)
      if (!/^[\w.]+$/.test(purpose.name)) fail(`file purpose "${purpose.name}" names a folder: letters, digits, dots and underscores only.`)
      if (typeof purpose.read === 'object') checkAccess('file purpose', purpose.name, purpose.read)
      if (purpose.upload) checkAccess('file purpose', purpose.name, purpose.upload)
      if (!purpose.types.length || !(purpose.maxBytes > 0)) fail(`file purpose "${purpose.name}" needs types and maxBytes.`)
    }
    for (const webhook of plugin.webhooks ?? []) {
      prefixed('webhook', webhook.name)
      unique('webhook', webhook.name)
      if (!plugin.routes?.some(({ name }) => name === webhook.name)) fail(`webhook "${webhook.name}" has no route: webhookRoute makes it.`)
    }
    for (const { name } of plugin.launches ?? []) {
      unique('launch integration', name)
      if (!/^[a-z][a-z0-9-]{1,40}$/.test(name))
        fail(`launch integration "${name}" stands in an address: lower case letters, digits and hyphens.`)
    }
    for (const task of plugin.tasks ?? []) {
      prefixed('task', task.name)
      unique('task', task.name)
      checkAccess('task', task.name, task.access)
    }
    for (const list of plugin.lists ?? []) {
      prefixed('list', list.name)
      unique('list', list.name)
      checkAccess('list', list.name, list.access)
    }
    for (const { list, columns = [], filters = [], actions = [] } of plugin.listExtensions ?? []) {
      if (!lists.has(list)) fail(`it adds to the list "${list}", which no plugin declares.`)
      for (const { key } of [...columns, ...filters]) {
        if (!key.startsWith(`${plugin.id}_`)) fail(`"${key}" in the list "${list}" must start with "${plugin.id}_".`)
      }
      for (const action of actions) {
        prefixed('action', action.name)
        checkAccess('action', action.name, action.access)
      }
    }
    for (const { key } of plugin.peopleFilters ?? []) {
      if (!key.startsWith(`${plugin.id}_`)) fail(`the filter over people "${key}" must start with "${plugin.id}_".`)
    }
    for (const { name } of plugin.personFacts ?? []) {
      prefixed('history of a person', name)
      unique('history of a person', name)
    }
    for (const finder of plugin.finders ?? []) {
      prefixed('finder', finder.name)
      unique('finder', finder.name)
      checkAccess('finder', finder.name, finder.access)
    }
    for (const { key, list } of plugin.attention ?? []) {
      prefixed('attention', key)
      unique('attention', key)
      if (!lists.has(list)) fail(`"${key}" counts the list "${list}", which no plugin declares.`)
    }
    for (const source of plugin.reportSources ?? []) {
      prefixed('report source', source.name)
      unique('report source', source.name)
      checkAccess('report source', source.name, source.access)
      const keys = source.columns.map(({ key }) => key)
      if (new Set(keys).size < keys.length) fail(`report source "${source.name}" has two columns with one key.`)
      const bad = keys.find((key) => !/^[a-z][a-z0-9_]*$/.test(key))
      if (bad) fail(`report source "${source.name}": "${bad}" is no key of a column: lower case letters, digits and underscores.`)
    }
    for (const command of plugin.commands ?? []) {
      prefixed('command', command.name)
      unique('command', command.name)
    }
    if (plugin.personalTables?.length && !(plugin.exportPersonalData && plugin.erasePersonalData)) {
      fail(`it keeps personal data (${plugin.personalTables.join(', ')}) but has no exportPersonalData and erasePersonalData.`)
    }
    if (plugin.settings) validateSettings(plugin.settings, fail, unique)
    validateMessages(plugin, shared, fail)
  }
}

/** Once a day or rarer: the cron names one minute of one hour. */
const isRare = (cron: string): boolean => /^\d+ \d+ /.test(cron)

/** Plugins in plugins/ change together with the platform; packages do not. */
function checkCompatibility(plugin: PluginDefinition, fail: (what: string) => never): void {
  const { compatibility } = plugin
  if (compatibility === undefined) {
    if (isPackaged(plugin)) fail('a plugin from a package must say in `compatibility` which versions of the platform it works with.')
    return
  }
  if (validRange(compatibility) === null) fail(`"${compatibility}" is no range of versions.`)
  if (!satisfies(PLATFORM_VERSION, compatibility)) {
    fail(`it works with the platform's versions ${compatibility}, and this is ${PLATFORM_VERSION}. Install a version of it that fits.`)
  }
}

/** Names that a settings form or a message file uses. */
const RESERVED = /^(settings)$/

function validateSettings(
  { plugin, fields }: DeclaredSettings,
  fail: (what: string) => never,
  unique: (kind: string, name: string) => void,
): void {
  for (const field of fields) {
    const name = `setting "${field.key}"`
    if (!/^[a-z][a-z0-9_]*$/.test(field.key)) fail(`${name}: a key is lower case letters, digits and underscores.`)
    unique('setting', `${plugin}.${field.key}`)
    if (field.identifiedAs) unique('identified flag', field.identifiedAs)
    if (field.identifiedAs && field.kind !== 'flag') fail(`${name} is a field of the identify call, so it must be a flag.`)
    if (field.column && plugin !== 'core') fail(`${name} stands in a column of core's; a plugin's settings are kept by themselves.`)
    const value = defaultOf(field)
    if (field.required && value === null && !field.column)
      fail(`${name} is required, so it needs a default for companies that are there already.`)
    const read = value === null || field.kind === 'flag' ? { value } : readSetting(field, value)
    if ('rule' in read) fail(`${name}: its default breaks its own rule "${read.rule}".`)
  }
}

/** Every text that the settings form needs from a plugin. */
function settingWords({ plugin, fields }: DeclaredSettings): string[] {
  const of = (what: string) => `${plugin}.settings.${what}`
  return fields.flatMap((field) => [
    of(field.key),
    of(`group_${field.group}`),
    ...(field.kind === 'choice' ? field.options.map((option) => of(`${field.key}_${option}`)) : []),
  ])
}

function checkCompanyFrom(page: PageDefinition, fail: (what: string) => never): void {
  const { param, table } = page.companyFrom!
  if (page.access.kind !== 'anyone') fail(`page "${page.name}" takes its company from a token, so its access must be anyone.`)
  if (!page.path.includes(`:${param}`)) fail(`page "${page.name}" takes its company from ":${param}", which is not in its path.`)
  if (!table.startsWith(`${page.name.split('.')[0]}_`))
    fail(`page "${page.name}" takes its company from "${table}", which is another plugin's table.`)
}

type Words = Record<string, string>

function wordsOf(plugin: PluginDefinition, lang: string): Words {
  const file = join(localesFolder(plugin), `${lang}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** @param shared core's messages, which every page has */
function validateMessages(plugin: PluginDefinition, shared: Words, fail: (what: string) => never): void {
  const [nl, en] = [wordsOf(plugin, 'nl'), wordsOf(plugin, 'en')]
  for (const id of Object.keys({ ...nl, ...en })) {
    if (!id.startsWith(`${plugin.id}.`)) fail(`message "${id}" must start with "${plugin.id}.".`)
    if (nl[id] === undefined) fail(`message "${id}" is missing in nl.`)
    if (en[id] === undefined) fail(`message "${id}" is missing in en.`)
  }
  const used = [
    ...(plugin.pages ?? []).flatMap(({ title, lead, back }) => [title, ...Object.values(lead ?? {}), ...(back ? [back] : [])]),
    ...(plugin.nav ?? []).map((item) => item.label),
    ...(plugin.doors ?? []).flatMap(({ question, label }) => (question ? [question, label] : [label])),
    ...(plugin.settings ? settingWords(plugin.settings) : []),
    ...(plugin.tasks ?? []).map((task) => task.label),
    ...(plugin.lists ?? []).map((list) => list.title),
    ...(plugin.listExtensions ?? []).flatMap(({ columns = [], filters = [], actions = [] }) => [
      ...columns.map(({ label }) => label),
      ...filters.map(({ label }) => label),
      ...actions.flatMap(({ label, confirm }) => [label, confirm]),
    ]),
    ...(plugin.peopleFilters ?? []).map(({ label }) => label),
    ...(plugin.personFacts ?? []).flatMap(({ acts }) => acts.map((act) => `${plugin.id}.told.${act}`)),
    ...(plugin.finders ?? []).map(({ label }) => label),
    ...(plugin.attention ?? []).map(({ label }) => label),
    ...(plugin.reportSources ?? []).flatMap(({ label, text, columns }) => [
      label,
      text,
      ...columns.flatMap((column) => [column.label, ...Object.values(column.choices ?? {})]),
    ]),
    ...(plugin.mails ?? []).flatMap((mail) => [`${mail.trigger}.subject`, `${mail.trigger}.body`]),
  ]
  for (const id of used) if (nl[id] === undefined && shared[id] === undefined) fail(`message "${id}" is missing in nl and en.`)
}
