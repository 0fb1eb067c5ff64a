import db from '@adonisjs/lucid/services/db'
import { type PageOpening, idIn } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The contract and its period. */
const opening: PageOpening = async ({ query, language, company }) => {
  const id = idIn(query.id)
  const contract: { name: string; starts_on: string; ends_on: string } | null =
    id && (await db.from('contracts_contracts').where('id', id).select('name', 'starts_on', 'ends_on').first())
  if (!contract) return null
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const day = (text: string) => format.format(new Date(`${text}T12:00Z`))
  return {
    heading: contract.name,
    lead: `${company?.name ?? ''} · ${day(contract.starts_on)} – ${day(contract.ends_on)}`,
    back: translate(language, 'contracts.list.title'),
  }
}

export default opening
