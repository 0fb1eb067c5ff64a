import { FALLBACK_LANGUAGE } from '../contract/languages.js'
import { offeredLanguages, supported } from './catalogue.js'

export interface LanguageWishes {
  /** The language of the signed-in person's account. */
  stored: string | undefined
  /** The language that was chosen in this browser before. */
  picked: string | undefined
  /** The header Accept-Language. */
  accepted: string | undefined
  /** The company's default. */
  company: string | undefined
}

/**
 * The language of a page (specification, section 1; decision 0036): the person's, else the one picked in this browser, else the browser's,
 * else the company's, else Dutch. A language without texts gives `en`.
 */
export function pageLanguage({ stored, picked, accepted, company }: LanguageWishes): string {
  const wished = stored ?? picked
  if (wished) return supported(wished)
  const browser = acceptedLanguages(accepted)
  if (browser.length) return browser.find((code) => offeredLanguages().includes(code)) ?? FALLBACK_LANGUAGE
  return company ? supported(company) : 'nl'
}

/** Language codes of an Accept-Language header, most preferred first, without `*` and refused ones (q=0). Pure. */
export function acceptedLanguages(header: string | undefined): string[] {
  // The header is untrusted, so only a reasonable length is read.
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',', 30)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { code: tag.split('-')[0]!.toLowerCase(), quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
  const meant = wishes.filter(({ code, quality }) => /^[a-z]{2,3}$/.test(code) && quality > 0)
  // Sorting is stable: of equal preferences the first stays first.
  return [...new Set(meant.sort((a, b) => b.quality - a.quality).map(({ code }) => code))]
}
