import { wordsOfHtml } from '#core/contract/html_text'
import { textIn } from '#core/kit/words'
import type { OfferRow } from '#plugins/learning/contract/offers'
import type { CatalogueService } from '../../contract/index.js'
import { toMoment } from '../transformers/catalogue_transformer.js'
import { ownContactPage } from './contact.js'
import { examsOf, pageOfOffers } from './offers.js'
import { publicPictureUrl } from './public_site.js'

/** The text of an HTML description, on one line. Pure. */
export const plainText = (html: string): string => wordsOfHtml(html).replace(/\s+/g, ' ').trim()

/** Up to 300 characters of its subject, in one language. */
export const describe = (row: OfferRow, language: string) => short(plainText(textIn(row.description, language)))
const short = (text: string) => (text.length > 300 ? `${text.slice(0, 297).replace(/\s+\S*$/, '')}…` : text)

/** schema.org's Course, as search engines want it. */
export function toCourse(row: OfferRow, language: string, url: string, provider: string | null) {
  return {
    '@type': 'Course',
    name: textIn(row.name, language),
    description: describe(row, language),
    url,
    inLanguage: row.languages,
    provider: { '@type': 'Organization', name: provider ?? 'Leerplatform' },
    offers: { '@type': 'Offer', category: row.price ? 'Paid' : 'Free', price: row.price, priceCurrency: 'EUR' },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: row.type === 'exam' ? 'onsite' : 'online',
      courseWorkload: `PT${row.duration_minutes}M`,
    },
  }
}

/** The number of courses shown on another page. */
const MAX_COURSES = 12

/** The catalogue data for other plugins' public pages. */
export const service: CatalogueService = {
  ownContactPage,

  async publicCourses(sector, { language, company, address }) {
    const { data } = await pageOfOffers(false, { per_page: MAX_COURSES, sector: [sector] })
    const pictureUrl = publicPictureUrl(company?.loginId)
    return Promise.all(
      data.map(async (row) => {
        const path = `/trainingen/catalogus/webflow/${sector}?training=${row.course_id}`
        const { moments } = await examsOf(row)
        return {
          id: row.course_id,
          name: textIn(row.name, language),
          text: describe(row, language),
          path,
          picture: row.photo && pictureUrl(row.photo.hash),
          minutes: row.duration_minutes,
          moments: moments.map(toMoment),
          structured: toCourse(row, language, address(path), company?.name ?? null),
        }
      }),
    )
  },
}
