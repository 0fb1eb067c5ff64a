import sanitizeHtml from 'sanitize-html'
import { wordsOfHtml } from '#core/contract/html_text'

/** What is left of markup: words in their order, and the pictures among them. */
export interface PlainText {
  text: string
  pictures: { src: string; alt: string }[]
  /** What else of the file it leads to or plays: a sound, a film, a document. */
  files: string[]
}

/** How Moodle writes the address of a file that comes along. */
export const EMBEDDED = '@@PLUGINFILE@@/'

const BREAKS = ['br', 'p', 'div', 'li', 'tr', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']

/**
 * Questions are plain text here. Markup goes away by the parser that sanitises
 * lessons, scripts and styles with what is in them; words keep their spaces.
 */
export function plainText(markup: string): PlainText {
  const pictures: PlainText['pictures'] = []
  const files: string[] = []
  const other = (tagName: string, { src = '', href = '' }: Record<string, string>) => {
    for (const address of [src, href]) if (address.startsWith(EMBEDDED)) files.push(address)
    return { tagName, attribs: {} }
  }
  const clean = sanitizeHtml(markup, {
    allowedTags: [...BREAKS, 'img'],
    allowedAttributes: { img: ['src', 'alt'] },
    // Any address: it is looked at as text, and never asked for.
    allowedSchemesByTag: { img: ['data', 'http', 'https'] },
    transformTags: {
      img: (_tag, { src = '', alt = '' }) => {
        pictures.push({ src, alt })
        return { tagName: 'br', attribs: {} }
      },
      ...Object.fromEntries(['a', 'audio', 'video', 'source', 'track', 'embed', 'iframe', 'object'].map((tag) => [tag, other])),
    },
  })
  const text = wordsOfHtml(clean)
  return { text, pictures, files }
}
