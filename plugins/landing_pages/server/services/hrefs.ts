import type { PublicVisit } from '#core/contract/public_site'
import { serviceOf } from '#core/kit/services'
import { contactPage, supportAddress } from '#core/kit/settings'
import { catalogueService } from '#plugins/catalogue/contract/index'
import type { Sector } from '#plugins/learning/contract/offers'
import { supportService } from '#plugins/support/contract/index'

/** A path of the same site, in the language of the page's address. */
export function hrefOf(path: string, { company, query, language }: PublicVisit): string {
  const more = new URLSearchParams({ ...(company && { company: company.loginId }), ...(query.lang && { lang: language }) }).toString()
  return more ? `${path}${path.includes('?') ? '&' : '?'}${more}` : path
}

const mailTo = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

/**
 * Returns the target of the contact button: the contact page or else the support address of the company, or of the platform if the company
 * has neither. A contact page is opened through /booking, which passes the sector.
 */
export async function contactOf(sector: Sector, visit: PublicVisit): Promise<string> {
  const page = hrefOf(`/booking/${sector}`, visit)
  if (visit.company) {
    if (await (await serviceOf(catalogueService))?.ownContactPage()) return page
    const address = await (await serviceOf(supportService))?.ownAddress()
    if (address) return mailTo(address)
  }
  return (await contactPage()) ? page : mailTo(await supportAddress())
}
