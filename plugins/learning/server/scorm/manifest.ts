import type { PackageItem, ScormStandard } from '../media/media_types.js'
import { PackageError } from './package_files.js'
import { type RuledItem, applyRules, sharedSequencing } from './sequencing_rules.js'
import { type Element, find, firstIn, listOf, parse, textOf } from './xml_tree.js'

/** The largest number of items in a package. */
const MOST_ITEMS = 200

/** A part of a package that was not imported, and why. */
export interface PackageNote {
  item: string | null
  code:
    | 'item_without_file'
    | 'item_elsewhere'
    | 'sequencing_left_out'
    | 'other_organizations_left_out'
    | 'no_organization'
    | 'frames_stay_empty'
}

export interface Manifest {
  standard: ScormStandard
  title: string
  items: PackageItem[]
  /** The number of counting items that is enough; left out: all of them. */
  needed?: number
  notes: PackageNote[]
}

/**
 * Reads `imsmanifest.xml` of SCORM 1.2 or 2004: the items, their order, and what it takes to pass them. Document types are refused, so the
 * only entities are the five of XML; nothing outside the file is loaded.
 * @param files the package's files @param folder the manifest's folder, which its addresses are relative to; '' or ending with a slash
 * @throws PackageError manifest_invalid, manifest_doctype, manifest_too_large, not_scorm, nothing_to_do, package_cartridge, package_qti
 */
export function readManifest(xml: string, files: FileNames, folder = ''): Manifest {
  const root = parse(xml)
  if (root.name !== 'manifest') throw new PackageError('not_scorm')
  const standard = standardOf(root)
  const resources = find(root, 'resources')
  const all = find(root, 'organizations')
  const organizations = listOf(all, 'organization')
  const organization = organizations.find(({ attributes }) => attributes.identifier === all?.attributes.default) ?? organizations[0]
  const other = otherStandard(root, resources)
  if (other) throw new PackageError(other)
  if (!resources) throw new PackageError('not_scorm')
  if (!organization || !find(organization, 'item')) return withoutOrganization(standard, root, resources, files, folder)
  const where = { root, resources, files, folder }
  const notes: PackageNote[] = organizations.length > 1 ? [{ item: null, code: 'other_organizations_left_out' }] : []
  const resourceOf = (id: string | undefined) => listOf(resources, 'resource').find(({ attributes }) => attributes.identifier === id)
  const items: PackageItem[] = []
  const ruled: RuledItem[] = []
  const visit = (parent: Element, under: RuledItem | null) => {
    for (const item of listOf(parent, 'item')) {
      const rule: RuledItem = { element: item, title: '', under, own: null, parts: [], leaves: [] }
      ruled.push(rule)
      const title = (textOf(find(item, 'title')) || item.attributes.identifier || '').slice(0, 200)
      const read = item.attributes.identifierref ? readItem(item, title, resourceOf(item.attributes.identifierref), where) : null
      if (read && 'code' in read) notes.push({ item: title, code: read.code })
      else if (read) {
        const own = { ...read, id: ownName(read.id, items), ...(under && { under: under.title }) }
        items.push(own)
        rule.own = own
        for (let above: RuledItem | null = rule; above; above = above.under) {
          above.parts.push(own)
          above.leaves.push(own.id)
        }
      }
      rule.title = title
      visit(item, rule)
    }
  }
  visit(organization, null)
  if (!items.length) throw new PackageError('nothing_to_do')
  if (items.length > MOST_ITEMS) throw new PackageError('manifest_too_large')
  const { needed, leftOut } = applyRules(standard, root, organization, ruled)
  notes.push(...leftOut.map((item) => ({ item, code: 'sequencing_left_out' as const })))
  return { standard, title: textOf(find(organization, 'title')).slice(0, 200), items, ...(needed !== null && { needed }), notes }
}

/** Looks up names of files in the package, ignoring case. */
interface FileNames {
  nameOf(path: string): string | undefined
}

/** The code of another standard of IMS that uses the same manifest; null for SCORM. Pure. */
function otherStandard(root: Element, resources: Element | undefined): string | null {
  const all = listOf(resources, 'resource')
  if (all.some(({ attributes }) => attributes.scormtype ?? attributes.scormType)) return null
  const schema = textOf(find(find(root, 'metadata'), 'schema'))
  if (/common cartridge|thin cc/i.test(schema)) return 'package_cartridge'
  return /qti/i.test(schema) || all.some(({ attributes }) => /^imsqti_/i.test(attributes.type ?? '')) ? 'package_qti' : null
}

/** The standard from the declared version; if that is missing or not a SCORM version, from the namespaces. Pure. */
function standardOf(root: Element): ScormStandard {
  const metadata = find(root, 'metadata')
  const said = `${textOf(find(metadata, 'schemaversion'))} ${textOf(find(metadata, 'schema'))}`
  if (/2004|CAM|1\.3/i.test(said)) return '2004'
  if (/(?:^|\s)1\.2\b/.test(said)) return '1.2'
  const namespaces = namespacesOf(root).join(' ')
  if (/adlcp_rootv1p2/i.test(namespaces)) return '1.2'
  return /(?:adlcp|adlseq|adlnav)_v1p3|\/imsss\b|\/imscp_v1p1/i.test(namespaces) ? '2004' : '1.2'
}

/** Every declared namespace, wherever it is: some tools declare it on the element that needs it. */
function namespacesOf({ attributes, children }: Element): string[] {
  const own = Object.entries(attributes).flatMap(([key, value]) => (/^xmlns(?::|$)/.test(key) ? value : []))
  return [...own, ...children.flatMap(namespacesOf)]
}

/** A manifest without an organization: each of its SCOs becomes an item, in document order. */
function withoutOrganization(standard: ScormStandard, root: Element, resources: Element, files: FileNames, folder: string): Manifest {
  const isSco = ({ attributes }: Element) => (attributes.scormtype ?? attributes.scormType)?.toLowerCase() === 'sco'
  const scos = listOf(resources, 'resource').filter(isSco)
  const where = { root, resources, files, folder }
  const organization = listOf(find(root, 'organizations'), 'organization')[0]
  const items: PackageItem[] = []
  const notes: PackageNote[] = [{ item: null, code: 'no_organization' }]
  for (const resource of scos) {
    // A single SCO takes the name of the step.
    const title = scos.length > 1 ? (resource.attributes.identifier ?? '').slice(0, 200) : ''
    const read = readItem(resource, title, resource, where)
    if ('code' in read) notes.push({ item: title, code: read.code })
    else items.push({ ...read, id: ownName(read.id, items) })
  }
  if (!items.length) throw new PackageError('nothing_to_do')
  if (items.length > MOST_ITEMS) throw new PackageError('manifest_too_large')
  return { standard, title: textOf(find(organization, 'title')).slice(0, 200), items, notes }
}

/**
 * A unique name under which results are stored: items with the same name, or with the name of a property of every object, would be
 * confused. Pure.
 */
function ownName(id: string, taken: readonly PackageItem[]): string {
  let name = id
  while (name in {} || taken.some((one) => one.id === name)) name += '~'
  return name
}

/** Where the files of a manifest are. */
interface Where {
  root: Element
  resources: Element
  files: FileNames
  folder: string
}

function readItem(
  item: Element,
  title: string,
  resource: Element | undefined,
  { root, resources, files, folder }: Where,
): PackageItem | { code: PackageNote['code'] } {
  const parts = [root, resources, resource].map((element) => element?.attributes['xml:base'] ?? element?.attributes.base ?? '')
  const href = resource?.attributes.href ?? ''
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(parts.join('') + href)) return { code: 'item_elsewhere' }
  const path = href.split(/[?#]/)[0]!
  // Some tools leave out the slash after a folder.
  const bases = [parts, parts.map((part) => part && part.replace(/\/?$/, '/'))].map((one) => one.join(''))
  const name = path && bases.map((base) => files.nameOf(folder + plainPath(decoded(base + path)))).find((found) => found !== undefined)
  if (!name) return { code: 'item_without_file' }
  const mastery = textOf(find(item, 'masteryscore'))
  const shared = sharedSequencing(root, find(item, 'sequencing'))
  const inRules = (element: string) => firstIn(item, element) ?? (shared && firstIn(shared, element))
  const measure = inRules('minNormalizedMeasure')
  // 2004: the passing score only counts if the objective is satisfied by measure.
  const satisfied = /^(?:true|1)$/.test(inRules('primaryObjective')?.attributes.satisfiedByMeasure ?? '')
  const needed = mastery ? Number(mastery) / 100 : satisfied ? Number(textOf(measure) || '1') : null
  return {
    id: (item.attributes.identifier ?? title).slice(0, 200),
    title,
    href: name + withParameters(href.slice(path.length), item.attributes.parameters ?? ''),
    reports: (resource?.attributes.scormtype ?? resource?.attributes.scormType ?? 'sco').toLowerCase() !== 'asset',
    mastery: needed !== null && needed >= 0 && needed <= 1 ? needed : null,
    launchData: (textOf(find(item, 'datafromlms')) || textOf(find(item, 'dataFromLMS'))).slice(0, 4096),
  }
}

function decoded(path: string): string {
  try {
    return withSlashes(decodeURIComponent(path))
  } catch {
    return withSlashes(path)
  }
}

const withSlashes = (path: string) => path.replaceAll('\\', '/')

/** Without `.`, `..` and a slash at the start. Pure. */
function plainPath(path: string): string {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') names.pop()
    else if (name && name !== '.') names.push(name)
  }
  return names.join('/')
}

/** The query and fragment of a file with those of an item added (SCORM 2004, content aggregation model, 3.4.1.5). Pure. */
function withParameters(own: string, parameters: string): string {
  const [, query = '', fragment = ''] = /^(\?[^#]*)?(#.*)?$/s.exec(own) ?? []
  if (!parameters || parameters.startsWith('#')) return query + (fragment || parameters)
  const [more = '', end = ''] = [parameters.replace(/^[?&]+/, '').split('#')[0], /#.*$/s.exec(parameters)?.[0]]
  return `${query}${query ? '&' : '?'}${more}${fragment || end}`
}
