import { Node, mergeAttributes, type Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { BulletList, OrderedList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'

export const CALLOUTS = ['danger', 'caution', 'tip'] as const
export type CalloutKind = (typeof CALLOUTS)[number]

/** `:::danger Never alone`: a callout, with a heading of its own if one was written. */
const Callout = Node.create<{ labelOf: (kind: string) => string }>({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addOptions: () => ({ labelOf: () => '' }),
  addAttributes: () => ({ kind: { default: 'tip' }, title: { default: '' } }),
  parseHTML: () => [{ tag: 'div[data-callout]', getAttrs: (element) => ({ kind: element.dataset.callout, title: element.dataset.title }) }],
  renderHTML({ node }) {
    const { kind, title } = node.attrs as { kind: string; title: string }
    // Without a heading, participants see the name of its kind.
    const label = title || this.options.labelOf(kind)
    return ['div', { 'data-callout': kind, 'data-title': title, 'data-label': label, class: `callout callout-${kind}` }, 0]
  },
})

/** A picture of the course, by its path. Alone in a paragraph it becomes a figure. */
const Picture = Node.create<{ urlOf: (path: string) => string | undefined }>({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addOptions: () => ({ urlOf: () => undefined }),
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, title: { default: null } }),
  parseHTML: () => [
    {
      tag: 'img[data-path]',
      getAttrs: (element) => ({ src: element.dataset.path, alt: element.getAttribute('alt'), title: element.title || null }),
    },
    {
      tag: 'video[data-path]',
      getAttrs: (element) => ({ src: element.dataset.path, alt: element.getAttribute('aria-label'), title: element.title || null }),
    },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string | null }
    const isVideo = /^(videos\/|https:)/.test(src)
    // Playable in the preview next to it; here it can only be moved and removed.
    if (isVideo)
      return [
        'video',
        mergeAttributes(HTMLAttributes, { 'data-path': src, src: this.options.urlOf(src) ?? src, 'aria-label': alt, title: title ?? '' }),
      ]
    return ['img', mergeAttributes(HTMLAttributes, { 'data-path': src, src: this.options.urlOf(src) ?? '', alt, title: title ?? '' })]
  },
})

/** Whether a list has no blank lines: then its items are no paragraphs. */
const tight = () => ({ tight: { default: true, rendered: false } })

/**
 * The allowed content of a course's text (docs/course-format.md). @param urlOf the URL of a picture's path @param labelOf label of a kind
 * of callout
 */
export function courseExtensions(
  urlOf: (path: string) => string | undefined = () => undefined,
  labelOf: (kind: string) => string = () => '',
): Extensions {
  return [
    StarterKit.configure({
      underline: false,
      trailingNode: false,
      bulletList: false,
      orderedList: false,
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      link: { openOnClick: false, autolink: false, protocols: ['https', 'mailto', 'tel'] },
    }),
    ...listExtensions(),
    Table.configure({ resizable: false }),
    TableRow,
    // A cell of a Markdown table is one line.
    TableHeader.extend({ content: 'inline*' }),
    TableCell.extend({ content: 'inline*' }),
    Callout.configure({ labelOf }),
    Picture.configure({ urlOf }),
  ]
}

function listExtensions(): Extensions {
  return [BulletList.extend({ addAttributes: tight }), OrderedList.extend({ addAttributes: () => ({ ...tight(), start: { default: 1 } }) })]
}
