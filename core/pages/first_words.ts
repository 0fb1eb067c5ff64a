import type { HttpContext } from '@adonisjs/core/http'
import type { PageDefinition } from '../contract/pages.js'
import { translate } from '../i18n/catalogue.js'
import type { Session } from '../tenancy/session.js'
import type { BarredPage, VisitorWords } from './first_paint.js'
import type { Asked } from './page_bootstrap.js'
import { findCompanyById } from './page_company.js'
import { pageOpening, visitorOpening } from './page_opening.js'

interface ShownWords extends Asked {
  /** The page that is shown; null when this person or visitor gets none. */
  shown: PageDefinition | null
  title: string
  /** Whether it has content of its own already. */
  isPublic: boolean
}

/** Section 2: the address hides the navigation. */
const isWithoutBars = (query: URLSearchParams) => query.get('hidenavigation') === '1' || query.get('mode') === 'lti'

/**
 * The words in a page's document before any script runs: the title and opening of a signed-in page, or that the person may not open it; the
 * question of a visitor's page; none for others.
 */
export async function firstWords(
  ctx: HttpContext,
  asked: ShownWords,
): Promise<{ barred: BarredPage | null; visitor: VisitorWords | null }> {
  const { shown, session, company, lang, framedBy } = asked
  const nothing = { barred: null, visitor: null }
  if (!shown || framedBy) return nothing
  if (!session || shown.access.kind === 'anyone') {
    const of = { company: company && { loginId: company.login_id, name: company.name }, language: lang, isSignedIn: session !== null }
    return asked.isPublic ? nothing : { barred: null, visitor: await visitorOpening(ctx, shown.name, of) }
  }
  // Under ?hidenavigation=1 and in a learning management system the tab remembers to hide the navigation; later addresses do not say so.
  const isBare = isWithoutBars(new URLSearchParams(ctx.request.parsedUrl.query ?? ''))
  if (shown.hideNavigation || session.impersonation || isBare) return nothing
  return {
    ...nothing,
    barred: session.isAllowed(shown.access) ? await allowedWords(ctx, { ...asked, shown, session }) : denied(shown, lang),
  }
}

async function allowedWords(
  ctx: HttpContext,
  { shown, session, company, branding, lang, title }: ShownWords & { shown: PageDefinition; session: Session },
): Promise<BarredPage> {
  const companyOf = async (id: string | undefined) => {
    const chosen = session.isAdmin ? await findCompanyById(Number(id?.match(/^[1-9]\d{0,9}$/)?.[0] ?? 0)) : company
    return chosen && { id: chosen.id, loginId: chosen.login_id, name: chosen.name }
  }
  const opening = await pageOpening(ctx, shown.name, session, { language: lang, companyOf })
  return {
    above: opening?.above ?? 0,
    heading: opening?.heading ?? title,
    lead: opening?.state ? null : (opening?.lead ?? leadOf(shown, session, branding.companyName, lang)),
    width: shown.width ?? 'reading',
    back: opening?.back ?? (shown.back ? translate(lang, shown.back) : null),
    picture: opening?.picture ?? null,
    part: opening?.part ?? null,
    field: opening?.field ?? null,
    state: opening?.state ?? null,
  }
}

/** The page that the app shows to a person without permission (web/pages/NoPermissionPage). */
const denied = ({ width }: PageDefinition, lang: string): BarredPage => ({
  above: 0,
  heading: null,
  lead: null,
  width: width ?? 'reading',
  back: null,
  picture: null,
  part: null,
  field: null,
  state: { title: translate(lang, 'core.states.no_permission_title'), text: translate(lang, 'core.states.no_permission_text') },
})

function leadOf({ lead }: PageDefinition, session: Session, company: string, lang: string): string | null {
  if (!lead) return null
  return translate(lang, (session.isAdmin && lead.forAdmins) || lead.text, { company })
}
