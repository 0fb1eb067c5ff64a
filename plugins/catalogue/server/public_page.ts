import type { PublicPage } from '#core/contract/public_site'
import { settingsOf } from '#core/kit/settings'
import { offeredLanguages, textIn, translate } from '#core/kit/words'
import { SECTORS, type OfferRow, type Sector } from '#plugins/learning/contract/offers'
import { catalogueSettings } from '../settings.js'
import { pageOfOffers, offerOrNull } from './services/offers.js'
import { describe, plainText, toCourse } from './services/public_course.js'
import { publicPictureUrl, publicSectors } from './services/public_site.js'

/** The colours of the platform's own public catalogue; a company's catalogue has the company's colours. */
export const SECTOR_COLORS: Readonly<Record<Sector, { primary: string; secondary: string }>> = {
  industry: { primary: '#7A3E12', secondary: '#E0A458' },
  construction: { primary: '#7A5B00', secondary: '#F2C230' },
  offshore: { primary: '#0B4F6C', secondary: '#01BAEF' },
  sir: { primary: '#7B1E3A', secondary: '#D9829B' },
}

/** The number of courses in the HTML; the app loads further pages. */
const MAX_COURSES = 100

/** /trainingen/catalogus/webflow/{sector?}: for search engines and for sites that frame it. */
const page: PublicPage = async ({ params, query, language, company, address }) => {
  const sector = SECTORS.find((one) => one === params.sector)
  if (params.sector !== undefined && !sector) return null
  const path = `/trainingen/catalogus/webflow${sector ? `/${sector}` : ''}`
  const framedBy = company ? ((await settingsOf(catalogueSettings)).framed_by ?? '').split(' ').filter(Boolean) : []
  const languages = offeredLanguages()
  const colors = sector && { colors: SECTOR_COLORS[sector] }
  const courseAddress = (id: number) => address(`${path}?training=${id}`)
  const pictureUrl = publicPictureUrl(company?.loginId)
  const pictureOf = ({ photo }: OfferRow) => photo && { picture: pictureUrl(photo.hash) }
  const structured = (row: OfferRow) => toCourse(row, language, courseAddress(row.course_id), company?.name ?? null)
  const chosen = /^\d{1,15}$/.test(query.training ?? '') ? await offerOrNull(query.training!, false) : null
  if (chosen) {
    const name = textIn(chosen.name, language)
    return {
      ...{
        title: name,
        description: describe(chosen, language),
        canonical: courseAddress(chosen.course_id),
        framedBy,
        languages,
        ...colors,
      },
      structured: { '@context': 'https://schema.org', ...structured(chosen) },
      items: [{ name, text: plainText(textIn(chosen.description, language)), href: courseAddress(chosen.course_id), ...pictureOf(chosen) }],
    }
  }
  const { data, meta } = await pageOfOffers(false, { per_page: MAX_COURSES, ...(sector && { sector: [sector] }) })
  const words = { company: company?.name ?? '', sector: sector ? translate(language, `catalogue.sector.${sector}`) : '', count: meta.total }
  const title = translate(language, sector ? 'catalogue.public.title_sector' : 'catalogue.public.title', words)
  return {
    ...{ title, framedBy, languages, canonical: address(path), ...colors },
    description: translate(language, sector ? 'catalogue.public.text_sector' : 'catalogue.public.text', words),
    structured: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: title,
      numberOfItems: meta.total,
      itemListElement: data.map((row, index) => ({ '@type': 'ListItem', position: index + 1, item: structured(row) })),
    },
    items: data.map((row) => ({
      name: textIn(row.name, language),
      text: describe(row, language),
      href: courseAddress(row.course_id),
      ...pictureOf(row),
    })),
  }
}

export default page

/** The catalogue, its sectors that have courses, and each course. */
export async function paths(): Promise<string[]> {
  const base = '/trainingen/catalogus/webflow'
  const { data } = await pageOfOffers(false, { per_page: MAX_COURSES })
  return [
    base,
    ...(await publicSectors()).map((sector) => `${base}/${sector}`),
    ...data.map(({ course_id: id }) => `${base}?training=${id}`),
  ]
}
