import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false })

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
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto', 'tel'],
  // `//host` names another site, on whatever scheme the page has.
  allowProtocolRelative: false,
  transformTags: {
    // The page's own title is the h1.
    h1: 'h2',
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
    th: sanitizeHtml.simpleTransform('th', { scope: 'col' }),
  },
}

/** Markdown to HTML that is safe to show as it is. The only way in which course text becomes HTML. */
export function renderMarkdown(text: string): string {
  return sanitizeHtml(markdown.render(text), ALLOWED)
}

/** The same for every language of a text. */
export function renderTexts(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, renderMarkdown(text)]))
}
