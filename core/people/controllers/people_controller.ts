import { fullName } from '../../contract/full_name.js'
import type { HttpContext } from '@adonisjs/core/http'
import { choosePeopleValidator } from '#core/people/validators'
import { withinReach } from '../../tenancy/across.js'
import { listMembers } from '../list_members.js'
import type { MemberRow } from '../members.js'

/** People beyond this number must be searched for. */
const PAGE = 20

interface PersonChoice {
  /** The membership's id. */
  id: number
  name: string
  /** Null for a person without one. */
  email: string | null
  /** For admins only; a supervisor's people are all of one company. */
  company: string | null
}

/** The people to choose from, for the person picker (web/ui/form/PersonPicker.tsx). */
export default class PeopleController {
  /** Active people, best matches first; without a search in order of name. */
  async index({ request, session }: HttpContext) {
    const asked = await request.validateUsing(choosePeopleValidator)
    const { data, meta } = await withinReach(session!, 'people.choose', () => listMembers({ ...asked, status: 'active', per_page: PAGE }))
    const toChoice = ({ id, firstname, infix, lastname, email, company_name: company }: MemberRow): PersonChoice => ({
      id,
      name: fullName({ firstname, infix, lastname }),
      email,
      company: session!.isAdmin ? company : null,
    })
    return { data: data.map(toChoice), meta }
  }
}
