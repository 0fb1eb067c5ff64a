import type { HttpContext } from '@adonisjs/core/http'
import {
  acceptancesValidator,
  acceptValidator,
  currentValidator,
  publishValidator,
  versionsValidator,
} from '#plugins/terms/server/validators/terms'
import { mapPage, peopleCondition } from '#core/kit/lists'
import { acceptVersion, type AcceptanceRow, listAcceptances, pendingVersion } from '../services/acceptances.js'
import { currentVersion, listVersions, publishVersion, type Version } from '../services/versions.js'
import { companyChoices } from '#core/kit/companies'
import { inOpenCompany, onPlatform, withinReach } from '#core/kit/scope'

const toVersion = ({ id, number, texts, published_at: at }: Version) => ({ id, number, texts, published_at: at.toISOString() })
const currentVersionNow = () => currentVersion()
const toAcceptance = ({ accepted_at: at, ...row }: AcceptanceRow) => ({ ...row, accepted_at: at.toISOString() })

export default class TermsController {
  /** For a visitor too: of the company they name, else of the platform. */
  async current({ request, session }: HttpContext) {
    const { company } = await request.validateUsing(currentValidator)
    const version = company
      ? await inOpenCompany({ plugin: 'terms', company }, currentVersionNow)
      : session?.companyId
        ? await currentVersionNow()
        : null
    const shown = version ?? (await onPlatform(currentVersionNow))
    return { data: shown && toVersion(shown) }
  }

  async pending({ session }: HttpContext) {
    const version = await pendingVersion(session!)
    return { data: version && { ...toVersion(version), again: version.again } }
  }

  async accept({ request, session }: HttpContext) {
    await acceptVersion(session!, await request.validateUsing(acceptValidator))
    return { status: 'good' as const }
  }

  async versions({ request, session }: HttpContext) {
    const { company } = await request.validateUsing(versionsValidator)
    const versions = await listVersions(session!, company ?? null)
    // The text of the newest version only, as the start of the next; all texts would be too much.
    const data = versions.map((row, index) => ({
      ...toVersion(index ? { ...row, texts: {} } : row),
      company_id: row.company_id,
      company: row.company,
      accepted: row.accepted,
    }))
    return { data, companies: await withinReach(session!, 'terms.companies', companyChoices) }
  }

  async acceptances({ params, request, session }: HttpContext) {
    const list = await request.validateUsing(acceptancesValidator)
    return mapPage(await listAcceptances(session!, String(params.id), list, await peopleCondition(session!, request.qs())), toAcceptance)
  }

  async publish({ request, session }: HttpContext) {
    return { data: toVersion(await publishVersion(session!, await request.validateUsing(publishValidator))) }
  }
}
