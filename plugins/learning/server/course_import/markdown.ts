import MarkdownIt from 'markdown-it'
import container from 'markdown-it-container'
import sanitizeHtml from 'sanitize-html'
import { translate } from '#core/kit/words'
import { videoOf } from '../media/lesson_videos.js'
import type { MediaSource } from '../media/media_types.js'
import { pictureUrl } from '../transformers/picture_url.js'
import { CALLOUTS } from './course_types.js'
import type { PictureSource } from './pictures.js'

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })
const { escapeHtml } = markdown.utils

/** Context needed to render a text. */
interface TextSurroundings {
  language: string
  pictures: Readonly<Record<string, PictureSource>>
  media: Readonly<Record<string, MediaSource>>
}

for (const kind of CALLOUTS) {
  markdown.use(container, kind, {
    // `:::danger` has the title "Danger"; `:::danger Never work alone` has its own.
    render(tokens: { nesting: number; info: string }[], index: number, _options: unknown, { language }: TextSurroundings) {
      const { nesting, info } = tokens[index]!
      if (nesting !== 1) return '</div>\n'
      const title = info.trim().slice(kind.length).trim() || translate(language, `learning.callout.${kind}`)
      return `<div class="callout callout-${kind}" role="note"><p class="callout-title">${escapeHtml(title)}</p>\n`
    },
  })
}

markdown.renderer.rules.image = (tokens, index, _options, env) => {
  const token = tokens[index]!
  const around = env as unknown as TextSurroundings
  const picture = around.pictures[String(token.attrGet('src') ?? '')]
  if (!picture) {
    // The page that shows the text adds the player and the progress.
    const video = videoOf(String(token.attrGet('src') ?? ''), token.content, around)
    return video ? `<div class="video" data-video="${video.key}">${escapeHtml(video.title)}</div>` : ''
  }
  const size = `width="${picture.width}" height="${picture.height}"`
  return `<img src="${pictureUrl(picture.hash)}" alt="${escapeHtml(token.content)}" ${size} loading="lazy">`
}

// A picture that is a whole paragraph becomes a figure, with its title as the caption.
markdown.core.ruler.push('figures', (state) => {
  state.tokens.forEach((token, index) => {
    const children = token.type === 'inline' ? (token.children ?? []) : []
    const [open, close] = [state.tokens[index - 1], state.tokens[index + 1]]
    if (children.length !== 1 || children[0]!.type !== 'image' || open?.type !== 'paragraph_open' || !close) return
    open.tag = close.tag = 'figure'
    const caption = children[0]!.attrGet('title')
    if (!caption) return
    const text = new state.Token('html_inline', '', 0)
    text.content = `<figcaption>${escapeHtml(String(caption))}</figcaption>`
    children.push(text)
  })
})

const ALLOWED = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
    'code',
    'pre',
    'hr',
    'br',
    's',
    'div',
    'figure',
    'figcaption',
    'img',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    th: ['scope'],
    div: ['role', 'data-video'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
  },
  allowedClasses: { div: ['callout', 'video', ...CALLOUTS.map((kind) => `callout-${kind}`)], p: ['callout-title'] },
  // Only pictures of courses; no other images of this or another site.
  exclusiveFilter: ({ tag, attribs }: { tag: string; attribs: Record<string, string> }) =>
    tag === 'img' && !/^\/api\/learning\/pictures\/[0-9a-f]{64}$/.test(attribs.src ?? ''),
  allowedSchemes: ['https', 'mailto', 'tel'],
  // `//host` leads to another site with the page's own scheme.
  allowProtocolRelative: false,
  transformTags: {
    // The page's title is already the h1.
    h1: 'h2',
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
    th: sanitizeHtml.simpleTransform('th', { scope: 'col' }),
  },
}

/** Renders Markdown as HTML that is safe to show. Course text must become HTML only through this function. */
export function renderMarkdown(text: string, { language = 'en', pictures = {}, media = {} }: Partial<TextSurroundings> = {}): string {
  return sanitizeHtml(markdown.render(text, { language, pictures, media }), ALLOWED)
}

/** The same for each language of a text. */
export function renderTexts(
  texts: Record<string, string>,
  { pictures, media }: Pick<TextSurroundings, 'pictures' | 'media'>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, renderMarkdown(text, { language, pictures, media })]),
  )
}
