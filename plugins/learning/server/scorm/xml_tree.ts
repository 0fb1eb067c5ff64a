import { SaxesParser } from 'saxes'
import { PackageError } from './package_files.js'

/** Maximum nesting depth, number of elements and text length of a manifest; more would be an attempt to slow the server down. */
const DEEPEST = 40
const MOST_ELEMENTS = 50_000
const LONGEST = 64_000

export interface Element {
  /** Without its namespace prefix. */
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

export const listOf = (element: Element | undefined, name: string) => element?.children.filter((one) => one.name === name) ?? []
export const find = (element: Element | undefined, name: string) => element?.children.find((one) => one.name === name)
export const textOf = (element: Element | undefined) => element?.text.trim() ?? ''

export function firstIn(element: Element, name: string): Element | undefined {
  for (const one of element.children) {
    // Elements of a nested item do not belong to this one.
    const found = one.name === name ? one : one.name === 'item' && element.name === 'item' ? undefined : firstIn(one, name)
    if (found) return found
  }
  return undefined
}

/** @throws PackageError manifest_invalid, manifest_doctype, manifest_too_large */
export function parse(xml: string): Element {
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
