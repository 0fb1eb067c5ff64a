import sanitizeHtml from 'sanitize-html'

/** What is left of markup: words in their order, and the pictures among them. */
export interface PlainText {
  text: string
  pictures: { src: string; alt: string }[]
}

const BREAKS = ['br', 'p', 'div', 'li', 'tr', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * Questions are plain text here. Markup goes away by the parser that sanitises
 * lessons, scripts and styles with what is in them; words keep their spaces.
 */
export function plainText(markup: string): PlainText {
  const pictures: PlainText['pictures'] = []
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
    },
  })
  const text = clean.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => NAMED[name]!)
  return { text, pictures }
}
