import { getSchema } from '@tiptap/core'
import { MarkdownParser, MarkdownSerializer, type MarkdownSerializerState, defaultMarkdownSerializer } from 'prosemirror-markdown'
import type { Node, Schema } from '@tiptap/pm/model'
import MarkdownIt from 'markdown-it'
import container from 'markdown-it-container'
import { CALLOUTS, courseExtensions } from './schema.js'

// The same as on the server (server/course_import/markdown.ts), whose rendering defines what a text means.
const tokenizer = new MarkdownIt({ html: false, linkify: true, typographer: false })
for (const kind of CALLOUTS) tokenizer.use(container, kind)

interface Token {
  type: string
  tag: string
  info: string
  content: string
  hidden: boolean
  attrGet(name: string): string | null
}

/** Tight if no paragraph of its items is rendered as one. */
function isTight(tokens: readonly Token[], index: number): boolean {
  for (let at = index + 1; at < tokens.length; at++) {
    const { type, hidden } = tokens[at]!
    if (type === 'paragraph_open') return hidden
    if (type.endsWith('_list_close')) return true
  }
  return true
}

const parserOf = (schema: Schema) =>
  new MarkdownParser(schema, tokenizer as never, {
    paragraph: { block: 'paragraph' },
    blockquote: { block: 'blockquote' },
    heading: { block: 'heading', getAttrs: (token) => ({ level: Number(token.tag.slice(1)) }) },
    bullet_list: { block: 'bulletList', getAttrs: (_, tokens, at) => ({ tight: isTight(tokens as never, at) }) },
    ordered_list: {
      block: 'orderedList',
      getAttrs: (token, tokens, at) => ({ start: Number(token.attrGet('start') ?? 1), tight: isTight(tokens as never, at) }),
    },
    list_item: { block: 'listItem' },
    code_block: { block: 'codeBlock', noCloseToken: true },
    fence: { block: 'codeBlock', getAttrs: (token) => ({ language: token.info.trim() || null }), noCloseToken: true },
    hr: { node: 'horizontalRule' },
    hardbreak: { node: 'hardBreak' },
    table: { block: 'table' },
    thead: { ignore: true },
    tbody: { ignore: true },
    tr: { block: 'tableRow' },
    th: { block: 'tableHeader' },
    td: { block: 'tableCell' },
    image: {
      node: 'picture',
      getAttrs: (token) => ({ src: token.attrGet('src') ?? '', alt: token.content, title: token.attrGet('title') || null }),
    },
    ...Object.fromEntries(
      CALLOUTS.map((kind) => [
        `container_${kind}`,
        { block: 'callout', getAttrs: (token: { info: string }) => ({ kind, title: token.info.trim().slice(kind.length).trim() }) },
      ]),
    ),
    em: { mark: 'italic' },
    strong: { mark: 'bold' },
    s: { mark: 'strike' },
    code_inline: { mark: 'code', noCloseToken: true },
    link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href') }) },
  })

const { nodes, marks } = defaultMarkdownSerializer

/** Escapes text that would be parsed as markup of this format. */
const ownEscapes = (text: string) => text.replace(/&(?=#?[a-zA-Z0-9]+;)/g, '&amp;').replace(/<(?=[a-zA-Z/!])/g, '&lt;')

function table(state: MarkdownSerializerState, node: Node): void {
  node.forEach((row, _offset, index) => {
    row.forEach((cell) => {
      state.write('| ')
      // On one line, with its own pipes escaped.
      const inside = serializer.serialize(cell.type.schema.node('doc', null, [cell.type.schema.node('paragraph', null, cell.content)]))
      state.text(`${inside.replace(/\\?\|/g, '\\|').replace(/\s*\n\s*/g, ' ')} `, false)
    })
    state.write('|\n')
    if (index === 0) state.write(`${'| --- '.repeat(row.childCount)}|\n`)
  })
  state.closeBlock(node)
}

const serializer = new MarkdownSerializer(
  {
    blockquote: nodes.blockquote!,
    heading: nodes.heading!,
    paragraph: nodes.paragraph!,
    horizontalRule: nodes.horizontal_rule!,
    hardBreak: nodes.hard_break!,
    listItem: nodes.list_item!,
    bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
    orderedList: (state, node) => {
      const start = Number(node.attrs.start ?? 1)
      const width = String(start + node.childCount - 1).length
      state.renderList(node, ' '.repeat(width + 2), (index) => `${String(start + index).padStart(width)}. `)
    },
    codeBlock: (state, node) => {
      const fence = '`'.repeat(Math.max(3, ...[...node.textContent.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
      state.write(`${fence}${String(node.attrs.language ?? '')}\n`)
      state.text(node.textContent, false)
      state.write(`\n${fence}`)
      state.closeBlock(node)
    },
    text: (state, node) => {
      const { atBlockStart, inAutolink } = state as unknown as { atBlockStart: boolean; inAutolink: boolean }
      const isAsItIs = inAutolink || node.marks.some(({ type }) => type.name === 'code')
      if (isAsItIs) return state.text(node.text ?? '', false)
      const escaped = ownEscapes(state.esc(node.text ?? '', atBlockStart))
      state.text(atBlockStart ? escaped.replace(/^:::/, '\\:::') : escaped, false)
    },
    callout: (state, node) => {
      const title = String(node.attrs.title ?? '').trim()
      state.write(`:::${String(node.attrs.kind)}${title && ` ${title}`}\n`)
      state.renderContent(node)
      state.ensureNewLine()
      state.write(':::')
      state.closeBlock(node)
    },
    table,
    tableRow: () => {},
    tableHeader: () => {},
    tableCell: () => {},
    picture: (state, node) => {
      const { src, alt, title } = node.attrs as { src: string; alt: string; title: string | null }
      state.write(`![${alt.replace(/[[\]\\]/g, '\\$&')}](${src}${title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''})`)
    },
  },
  {
    italic: marks.em!,
    bold: marks.strong!,
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
    link: marks.link!,
    code: marks.code!,
  },
  { hardBreakNodeName: 'hardBreak' },
)

/** Parses a text into the editor's document. @throws Error for something that the editor cannot represent */
export const toDocument = (text: string, schema: Schema): Node => parserOf(schema).parse(text)

/** Serialises the editor's document to Markdown. */
export const toMarkdown = (document: Node): string => serializer.serialize(document).trim()

const shown = (text: string) => tokenizer.render(text).replace(/\s+/g, ' ').trim()

let schema: Schema | undefined

/**
 * Whether a text survives the editor unchanged, as rendered for a reader. One that does not is edited as Markdown, so that nothing is lost
 * unnoticed.
 */
export function survivesEditor(text: string): boolean {
  try {
    schema ??= getSchema(courseExtensions())
    return shown(toMarkdown(toDocument(text, schema))) === shown(text)
  } catch {
    return false
  }
}
