import { setImmediate as breathe } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { MAX_QUESTIONS, RefusedFile } from './report.js'

/** An element with its content. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
  /** Some of its text was longer than the limit and was cut off. */
  isCut: boolean
}

/** Maximum nesting depth of a question. */
const DEEPEST = 30
/** Maximum number of elements in one question. */
const MOST_ELEMENTS = 5000
/** The longest text that is kept, in characters: a picture of the largest size in base64. */
const LONGEST = 1_000_000
/** Characters parsed at once, before other work gets a turn. */
const CHUNK = 128 * 1024

const empty = (name: string, attributes: Record<string, string>): XmlElement => ({ name, attributes, children: [], text: '', isCut: false })

/**
 * Reads `<quiz>` and passes on each `<question>` as soon as it is complete, so that only one is in memory at a time. Document types are
 * refused, so the only entities are the five of XML; nothing outside the file is loaded.
 * @throws RefusedFile `xml_invalid`, `xml_doctype`, `xml_too_deep`, `not_moodle_xml`, `too_many_questions`, `encoding_invalid`
 */
export async function readQuestions(xml: string, take: (question: XmlElement) => void): Promise<void> {
  const parser = new SaxesParser({ position: true })
  const refuse = (code: string, message: string): never => {
    throw new RefusedFile({ code, message, line: parser.line })
  }
  let depth = 0
  let count = 0
  let elements = 0
  /** The open elements, from the question down. */
  let open: XmlElement[] = []
  parser.on('error', ({ message }) => refuse('xml_invalid', `This is no well-formed XML: ${reasonOf(message)}`))
  parser.on('doctype', () => refuse('xml_doctype', 'A document type is not allowed: it can define entities.'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) refuse('encoding_invalid', 'The file must be saved as UTF-8.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth === 1 && name !== 'quiz') refuse('not_moodle_xml', `Moodle XML begins with <quiz>, and this with <${name.slice(0, 40)}>.`)
    if (depth > DEEPEST) refuse('xml_too_deep', `Elements stand more than ${DEEPEST} deep in each other.`)
    if (depth === 2 && name === 'question' && ++count > MAX_QUESTIONS) {
      refuse('too_many_questions', `A file may hold at most ${MAX_QUESTIONS} questions.`)
    }
    // Only the content of questions is kept.
    if (!open.length && (depth !== 2 || name !== 'question')) return
    const element = empty(name, attributes as Record<string, string>)
    if (!open.length) elements = 0
    if (++elements > MOST_ELEMENTS) refuse('xml_too_large', `A question has more than ${MOST_ELEMENTS} elements.`)
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const add = (text: string) => {
    const element = open.at(-1)
    if (!element) return
    if (element.text.length + text.length > LONGEST) element.isCut = true
    else element.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (element && !open.length) {
      open = []
      take(element)
    }
  })
  for (let at = 0; at < xml.length; at += CHUNK) {
    parser.write(xml.slice(at, at + CHUNK))
    if (at) await breathe()
  }
  parser.close()
}

/** Without the position, which is reported separately, and without content of the file. */
const reasonOf = (message: string) =>
  `${message
    .replace(/^\d+:\d+: /, '')
    .slice(0, 120)
    .replace(/[^\x20-\x7e]/g, '?')}`

export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((one) => one.name === name) ?? []
/** The text of `<name><text>…</text></name>`, or of `<name>` itself. */
export const textOf = (element: XmlElement | undefined): string => (child(element, 'text') ?? element)?.text ?? ''
