import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import {
  companyQuery,
  courseValidator,
  groupChangeValidator,
  groupValidator,
  membersValidator,
} from '#plugins/groups/server/validators/groups'
import { groupList } from '../lists/groups.js'
import { memberList } from '../lists/members.js'
import { ruleFields } from '../services/fields.js'
import { courseChoices, createGroup, assignCourse, removeGroup, showGroup, stopCourse, updateGroup } from '../services/group_service.js'
import { addMembers } from '../services/member_service.js'
import { toGroup, toGroupMember } from '../transformers/group_transformer.js'

/** Groups, their members and the courses that they give. */
export default class GroupsController {
  async index(ctx: HttpContext) {
    return listPage(groupList, ctx, toGroup)
  }

  async members(ctx: HttpContext) {
    return listPage(memberList, ctx, toGroupMember)
  }

  async show({ params, session }: HttpContext) {
    return { data: await showGroup(session!, String(params.id)) }
  }

  async create({ request, response, session }: HttpContext) {
    const data = await createGroup(session!, await request.validateUsing(groupValidator))
    response.status(201)
    return { data }
  }

  async update({ params, request, session }: HttpContext) {
    return { data: await updateGroup(session!, String(params.id), await request.validateUsing(groupChangeValidator)) }
  }

  async remove({ params, session }: HttpContext) {
    await removeGroup(session!, String(params.id))
    return { status: 'good' as const }
  }

  /** The courses that it may give. */
  async courses({ params, session }: HttpContext) {
    return { data: await courseChoices(session!, String(params.id)) }
  }

  async give({ params, request, session }: HttpContext) {
    return { data: await assignCourse(session!, String(params.id), await request.validateUsing(courseValidator)) }
  }

  async stop({ params, session }: HttpContext) {
    return { data: await stopCourse(session!, String(params.id), String(params.given)) }
  }

  async add({ params, request, session }: HttpContext) {
    const { members } = await request.validateUsing(membersValidator)
    await addMembers(session!, String(params.id), members)
    return { status: 'good' as const }
  }

  /** The fields that a rule of the company may use. */
  async fields({ request, session }: HttpContext) {
    const { company } = await companyQuery.validate(request.qs())
    return { data: await ruleFields(session!, company) }
  }

  /** For an admin: the company of the group. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'groups.companies', () => companyChoices('groups')) }
  }
}
