import { SaxesParser } from 'saxes'
import type { PackageItem, ScormStandard } from '../media/media_types.js'
import { PackageError } from './package_files.js'

/** Deepest nesting, most elements and longest text of a manifest: more is made to be slow. */
const DEEPEST = 40
const MOST_ELEMENTS = 50_000
const LONGEST = 64_000
/** Most things to do of a package. */
const MOST_ITEMS = 200

interface Element {
  /** Without its prefix. */
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** What of a package was not taken, and why. */
export interface PackageNote {
  item: string | null
  code: 'item_without_file' | 'item_elsewhere' | 'sequencing_left_out' | 'other_organizations_left_out'
}

export interface Manifest {
  standard: ScormStandard
  title: string
  items: PackageItem[]
  notes: PackageNote[]
}

/**
 * Reads `imsmanifest.xml` of SCORM 1.2 or 2004: what there is to do, in which order, and what it needs to be passed.
 * No document type, so no entity but the five of XML; nothing outside the file is asked for.
 * @param files names of the package's files
 * @throws PackageError manifest_invalid, manifest_doctype, manifest_too_large, not_scorm, nothing_to_do
 */
export function readManifest(xml: string, files: ReadonlySet<string>): Manifest {
  const root = parse(xml)
  if (root.name !== 'manifest') throw new PackageError('not_scorm')
  const schema = `${textOf(find(find(root, 'metadata'), 'schemaversion'))} ${textOf(find(find(root, 'metadata'), 'schema'))}`
  const standard: ScormStandard = /2004|CAM|1\.3/i.test(schema) ? '2004' : '1.2'
  const resources = find(root, 'resources')
  const all = find(root, 'organizations')
  const organizations = listOf(all, 'organization')
  const organization = organizations.find(({ attributes }) => attributes.identifier === all?.attributes.default) ?? organizations[0]
  if (!organization || !resources) throw new PackageError('not_scorm')
  const notes: PackageNote[] = organizations.length > 1 ? [{ item: null, code: 'other_organizations_left_out' }] : []
  const resourceOf = (id: string | undefined) => listOf(resources, 'resource').find(({ attributes }) => attributes.identifier === id)
  const items: PackageItem[] = []
  const visit = (parent: Element) => {
    for (const item of listOf(parent, 'item')) {
      const title = (textOf(find(item, 'title')) || item.attributes.identifier || '').slice(0, 200)
      const read = item.attributes.identifierref ? readItem(item, title, resourceOf(item.attributes.identifierref), resources, files) : null
      if (read && 'code' in read) notes.push({ item: title, code: read.code })
      else if (read) items.push({ ...read, id: ownName(read.id, items) })
      visit(item)
    }
  }
  visit(organization)
  if (!items.length) throw new PackageError('nothing_to_do')
  if (items.length > MOST_ITEMS) throw new PackageError('manifest_too_large')
  if (has(organization, 'sequencingRules') || has(organization, 'rollupRules')) notes.push({ item: null, code: 'sequencing_left_out' })
  return { standard, title: textOf(find(organization, 'title')).slice(0, 200), items, notes }
}

/** Results are kept by this name: two items of one name, or one of every object's, would pass for each other. Pure. */
function ownName(id: string, taken: readonly PackageItem[]): string {
  let name = id
  while (name in {} || taken.some((one) => one.id === name)) name += '~'
  return name
}

function readItem(
  item: Element,
  title: string,
  resource: Element | undefined,
  resources: Element,
  files: ReadonlySet<string>,
): PackageItem | { code: PackageNote['code'] } {
  const parameters = item.attributes.parameters ?? ''
  const base = `${resources.attributes['xml:base'] ?? resources.attributes.base ?? ''}${resource?.attributes['xml:base'] ?? resource?.attributes.base ?? ''}`
  const address = `${base}${resource?.attributes.href ?? ''}`
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return { code: 'item_elsewhere' }
  const [path = '', own = ''] = [address.split(/[?#]/)[0], address.slice(address.split(/[?#]/)[0]!.length)]
  const name = decoded(path)
  if (!name || !files.has(name)) return { code: 'item_without_file' }
  const mastery = textOf(find(item, 'masteryscore'))
  const measure = firstIn(item, 'minNormalizedMeasure')
  // 2004: only an objective that is satisfied by its measure says so.
  const satisfied = firstIn(item, 'primaryObjective')?.attributes.satisfiedByMeasure === 'true'
  const needed = mastery ? Number(mastery) / 100 : satisfied ? Number(textOf(measure) || '1') : null
  return {
    id: (item.attributes.identifier ?? title).slice(0, 200),
    title,
    href: name + (own || (parameters.startsWith('?') || parameters.startsWith('#') ? parameters : parameters && `?${parameters}`)),
    reports: (resource?.attributes.scormtype ?? resource?.attributes.scormType ?? 'sco').toLowerCase() !== 'asset',
    mastery: needed !== null && needed >= 0 && needed <= 1 ? needed : null,
    launchData: (textOf(find(item, 'datafromlms')) || textOf(find(item, 'dataFromLMS'))).slice(0, 4096),
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(/^\.\//, '')
  } catch {
    return path
  }
}

const listOf = (element: Element | undefined, name: string) => element?.children.filter((one) => one.name === name) ?? []
const find = (element: Element | undefined, name: string) => element?.children.find((one) => one.name === name)
const textOf = (element: Element | undefined) => element?.text.trim() ?? ''
const has = (element: Element, name: string): boolean => firstIn(element, name) !== undefined
function firstIn(element: Element, name: string): Element | undefined {
  for (const one of element.children) {
    // What another item says is not of this one.
    const found = one.name === name ? one : one.name === 'item' && element.name === 'item' ? undefined : firstIn(one, name)
    if (found) return found
  }
  return undefined
}

function parse(xml: string): Element {
  const parser = new SaxesParser()
  const open: Element[] = []
  let root: Element | undefined
  let count = 0
  const refuse = (code: string): never => {
    throw new PackageError(code)
  }
  parser.on('error', () => refuse('manifest_invalid'))
  parser.on('doctype', () => refuse('manifest_doctype'))
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > MOST_ELEMENTS || open.length >= DEEPEST) refuse('manifest_too_large')
    const own = Object.fromEntries(
      Object.entries(attributes as Record<string, string>).map(([key, value]) => [key.startsWith('xml') ? key : withoutPrefix(key), value]),
    )
    const element = { name: withoutPrefix(name), attributes: own, children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const add = (text: string) => {
    const element = open.at(-1)
    if (element && element.text.length < LONGEST) element.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root ?? refuse('manifest_invalid')
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
