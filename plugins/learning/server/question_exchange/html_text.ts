import sanitizeHtml from 'sanitize-html'
import { wordsOfHtml } from '#core/contract/html_text'

/** The plain content of markup: its text in order, and its pictures. */
export interface PlainText {
  text: string
  pictures: { src: string; alt: string }[]
  /** Other files that it links to or plays: sound, video, documents. */
  files: string[]
}

/** Moodle's prefix for the address of an embedded file. */
export const EMBEDDED = '@@PLUGINFILE@@/'

const BREAKS = ['br', 'p', 'div', 'li', 'tr', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']

const RAISED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-()n'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ'][index]!]),
)
const LOWERED: Record<string, string> = Object.fromEntries(
  [...'0123456789+-()'].map((sign, index) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₍₎'][index]!]),
)

/** Raised and lowered signs keep their meaning in plain text: 10³ is not 103. */
function withScripts(markup: string): string {
  return markup.replace(/<(sup|sub)\b[^<>]*>([^<>]{1,60})<\/\1>/gi, (_all, tag: string, text: string) => {
    const isRaised = tag.toLowerCase() === 'sup'
    const signs = [...text.trim().replaceAll('−', '-')].map((sign) => (isRaised ? RAISED : LOWERED)[sign])
    if (signs.every((sign) => sign !== undefined)) return signs.join('')
    return isRaised ? `^${text.trim()}` : text
  })
}

/**
 * Converts markup to plain text, because questions are plain text here. Tags are removed by the same parser that sanitises lessons; scripts
 * and styles are removed with their content. Words stay separated by spaces.
 */
export function plainText(markup: string): PlainText {
  const pictures: PlainText['pictures'] = []
  const files: string[] = []
  const other = (tagName: string, { src = '', href = '' }: Record<string, string>) => {
    for (const address of [src, href]) if (address.startsWith(EMBEDDED)) files.push(address)
    return { tagName, attribs: {} }
  }
  const clean = sanitizeHtml(withScripts(markup), {
    allowedTags: [...BREAKS, 'img'],
    allowedAttributes: { img: ['src', 'alt'] },
    // Any address is accepted, because it is only read as text and never fetched.
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
