import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { inReach, listPage, requestOf } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import {
  companyQuery,
  mentorValidator,
  previewValidator,
  skillChangeValidator,
  skillValidator,
} from '#plugins/skills/server/validators/skills'
import { calendar } from '../lists/calendar.js'
import { gapList } from '../lists/gaps.js'
import { matrix, skillColumns } from '../lists/matrix.js'
import { listCandidates, nameMentor } from '../services/mentors.js'
import { personSkill } from '../services/person_skill.js'
import { personSkills } from '../services/person_skills.js'
import { preview } from '../services/preview.js'
import { createSkill, inSkillCompany, options, removeSkill, showSkill, updateSkill } from '../services/skill_service.js'
import { toColumn, toGap, toMatrixRow } from '../transformers/skills_transformer.js'

/** The skills of a company, who has them, and what has to be done. */
export default class SkillsController {
  async matrix(ctx: HttpContext) {
    return listPage(matrix, ctx, toMatrixRow)
  }

  /** The columns of the matrix with their counts, about the same people as its rows. */
  async columns({ request, session }: HttpContext) {
    const query = await requestOf(matrix, session!, request.qs())
    return { data: (await inReach(matrix, session!, 'columns', () => skillColumns(query))).map(toColumn) }
  }

  async cell({ params, session }: HttpContext) {
    return { data: await personSkill(session!, String(params.person), String(params.id)) }
  }

  /** The people who may be a person's mentor for a skill. */
  async mentors({ params, session }: HttpContext) {
    return { data: await listCandidates(session!, String(params.id)) }
  }

  async nameMentor({ params, request, session }: HttpContext) {
    const { mentor } = await request.validateUsing(mentorValidator)
    return { data: await nameMentor(session!, String(params.id), String(params.person), mentor) }
  }

  /** All skills of one person. */
  async person({ params, session }: HttpContext) {
    return { data: await personSkills(session!, String(params.person)) }
  }

  async gaps(ctx: HttpContext) {
    return listPage(gapList, ctx, (row) => toGap(row, ctx.session!.row.language))
  }

  /** The months with their counts, about the same people as the rows of the list. */
  async calendar({ request, session }: HttpContext) {
    const query = await requestOf(gapList, session!, request.qs())
    return { data: await inReach(gapList, session!, 'calendar', () => calendar(query)) }
  }

  /** Returns the options of a skill: what can give it and who can need it. */
  async options({ request, session }: HttpContext) {
    const { company } = await companyQuery.validate(request.qs())
    return { data: await inSkillCompany(session!, company, 'options', () => options(session!.row.language)) }
  }

  /** For an admin: the company of the skill. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'skills.companies', () => companyChoices('skills')) }
  }

  async show({ params, session }: HttpContext) {
    return { data: await showSkill(session!, String(params.id)) }
  }

  async preview({ request, session }: HttpContext) {
    return { data: await preview(session!, await request.validateUsing(previewValidator)) }
  }

  async create({ request, response, session }: HttpContext) {
    const data = await createSkill(session!, await request.validateUsing(skillValidator))
    response.status(201)
    return { data }
  }

  async update({ params, request, session }: HttpContext) {
    return { data: await updateSkill(session!, String(params.id), await request.validateUsing(skillChangeValidator)) }
  }

  async remove({ params, session }: HttpContext) {
    await removeSkill(session!, String(params.id))
    return { status: 'good' as const }
  }
}
