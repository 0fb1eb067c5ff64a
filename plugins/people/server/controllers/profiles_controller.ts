import type { HttpContext } from '@adonisjs/core/http'
import { invalid, notFound } from '#core/contract/errors'
import {
  hasSecondFactor,
  isMember,
  knownEntitlements,
  memberAccess,
  memberHistory,
  memberProfile,
  removeMember,
  resetMemberPassword,
  resetSecondFactor,
  saveMemberAccess,
  saveMemberDetails,
  saveMemberSkills,
} from '#core/kit/people'
import { inCompanyOfRow } from '#core/kit/scope'
import { accessValidator, newPersonValidator } from '#plugins/people/server/validators/people'
import { addPerson } from '../services/participant_service.js'
import { toAct } from '../transformers/history_transformer.js'
import { saveWork, workOf } from '../services/work.js'
import { historyQuery, memberDetailsValidator, memberSkillsValidator, workValidator } from '#plugins/people/server/validators/profile'

const of = ({ params, session }: HttpContext, reason: string) =>
  [session!, { table: 'core_memberships', id: String(params.id), reason: `people.${reason}` }] as const

/** /deelnemers/profiel: what a supervisor changes about a person. */
export default class ProfilesController {
  async show(ctx: HttpContext) {
    const id = Number(ctx.params.id)
    return {
      data: await inCompanyOfRow(...of(ctx, 'profile'), async () => ({
        ...(await memberProfile(id)),
        work: await workOf(id),
        second_factor: await hasSecondFactor(id),
        access: await memberAccess(id),
        known_entitlements: knownEntitlements(),
        // Nobody can take away their own role or delete themselves here.
        is_self: id === ctx.session!.membershipId,
      })),
    }
  }

  /** Adds a person: the account is created once they accept the invitation. */
  async create({ request, response, session }: HttpContext) {
    const data = await addPerson(session!, await request.validateUsing(newPersonValidator))
    response.status(201)
    return { data }
  }

  async access(ctx: HttpContext) {
    const input = await ctx.request.validateUsing(accessValidator)
    const id = Number(ctx.params.id)
    const unknown = input.entitlements.find((name) => !knownEntitlements().includes(name))
    if (unknown) throw invalid('entitlements', 'enum')
    return { data: await inCompanyOfRow(...of(ctx, 'save_access'), () => saveMemberAccess(ctx.session!, id, input)) }
  }

  /** Mails a code for setting a new password. */
  async resetPassword(ctx: HttpContext) {
    const mail = await inCompanyOfRow(...of(ctx, 'reset_password'), () => resetMemberPassword(ctx.session!, Number(ctx.params.id)))
    return { status: 'good' as const, mail }
  }

  /** Returns the history of this person, newest first. */
  async history(ctx: HttpContext) {
    const id = Number(ctx.params.id)
    const { before = null } = await historyQuery.validate(ctx.request.qs())
    const { acts, next } = await inCompanyOfRow(...of(ctx, 'history'), async () => {
      if (!(await isMember(id))) throw notFound()
      return memberHistory(id, before)
    })
    return { data: acts.map((act) => toAct(act, ctx.session!.row.language)), next }
  }

  /** Deletes the person from the company, with all their data there. */
  async remove(ctx: HttpContext) {
    await inCompanyOfRow(...of(ctx, 'remove'), () => removeMember(ctx.session!, Number(ctx.params.id)))
    return { status: 'good' as const }
  }

  async details(ctx: HttpContext) {
    const input = await ctx.request.validateUsing(memberDetailsValidator)
    const id = Number(ctx.params.id)
    return { data: await inCompanyOfRow(...of(ctx, 'save_details'), () => saveMemberDetails(ctx.session!, id, input)) }
  }

  /** Personnel number, function and manager. */
  async work(ctx: HttpContext) {
    const input = await ctx.request.validateUsing(workValidator)
    const id = Number(ctx.params.id)
    return { data: await inCompanyOfRow(...of(ctx, 'save_work'), () => saveWork(ctx.session!, id, input)) }
  }

  /** Returns the personnel data that the company recorded; null for a person without a company. */
  async ownWork({ session }: HttpContext) {
    const { membershipId } = session!
    return { data: membershipId ? await workOf(membershipId) : null }
  }

  /** For a person who lost their phone and their recovery codes. */
  async resetSecondFactor(ctx: HttpContext) {
    await inCompanyOfRow(...of(ctx, 'second_factor'), () => resetSecondFactor(ctx.session!, Number(ctx.params.id)))
    return { status: 'good' as const }
  }

  async skills(ctx: HttpContext) {
    const input = await ctx.request.validateUsing(memberSkillsValidator)
    const id = Number(ctx.params.id)
    return { data: await inCompanyOfRow(...of(ctx, 'save_skills'), () => saveMemberSkills(ctx.session!, id, input)) }
  }
}
