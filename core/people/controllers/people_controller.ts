import { fullName } from '../../contract/full_name.js'
import type { HttpContext } from '@adonisjs/core/http'
import { choosePeopleValidator } from '#core/people/validators'
import { withinReach } from '../../tenancy/across.js'
import { listMembers } from '../list_members.js'
import type { MemberRow } from '../members.js'

/** Whoever is not among so many has to be searched for. */
const PAGE = 20

interface PersonChoice {
  /** The membership's. */
  id: number
  name: string
  email: string
  /** For an admin; a supervisor's people are all of one company. */
  company: string | null
}

/** The people that somebody may choose from: for the person picker (web/ui/form/PersonPicker.tsx). */
export default class PeopleController {
  /** Active people, the best matches first; without a search the first by name. */
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
