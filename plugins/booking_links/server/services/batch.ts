import db from '@adonisjs/lucid/services/db'
import { toCsv } from '#core/contract/csv'
import { notFound } from '#core/contract/errors'
import { orUniqueError } from '#core/kit/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { translate } from '#core/kit/words'
import { addressOf } from './codes.js'
import { atLink, findLink, LINKS, newToken, UNIQUE } from './store.js'

/** The settings that a link shares with the links of its batch. Seats are reserved by one link only. */
const SAME = 'course_ids, type, city, language, month, price_kind, price_value, expires_on, registration, min_people'

/**
 * Creates many links with the settings of one. Each is for one booking and has the campaign's name with a number, which continues after the
 * last batch. Either all are created or none.
 * @returns a CSV file with their names and addresses
 * @throws AppError 404; 422 on `campaign` (unique) where a link already has such a name
 */
export function makeBatch(session: Session, id: string, count: number): Promise<{ name: string; content: string }> {
  return atLink(session, id, 'batch', async () => {
    const tokens = Array.from({ length: count }, newToken)
    const made = await orUniqueError(UNIQUE, () =>
      db.transaction(async (trx) => {
        // Concurrent batches of one link run one after the other.
        if (!(await trx.from(LINKS).where('id', id).forUpdate().select('id').first())) throw notFound()
        const { rows } = await trx.rawQuery<{ rows: { id: number; campaign: string; token: string }[] }>(
          `with parent as (select *, left(campaign, 140) as base from ${LINKS} where id = :id),
           last as (
             select coalesce(max(right(l.campaign, 5)::int), 0) as number from ${LINKS} l, parent p
              where l.company_id = p.company_id and l.campaign ~ ' \\d{5}$' and left(l.campaign, -6) = p.base)
         insert into ${LINKS} (company_id, token, campaign, max_uses, is_on, ${SAME})
         select p.company_id, t.token, p.base || ' ' || lpad((last.number + t.n)::text, 5, '0'), 1, true,
                ${SAME.split(', ')
                  .map((column) => `p.${column}`)
                  .join(', ')}
           from parent p, last, unnest(:tokens::text[]) with ordinality as t(token, n)
         returning id, campaign, token`,
          { id, tokens } as never,
        )
        const noted = rows.map(({ id: link }) => ({ company_id: currentCompanyId(), link_id: link, act: 'created' }))
        await trx.table('booking_links_history').multiInsert(noted)
        return rows
      }),
    )
    const { campaign } = await findLink({ id })
    const base = await addressOf('')
    const t = (key: string) => translate(session.row.language, `booking_links.field.${key}`)
    const content = toCsv(
      [t('campaign'), t('address')],
      made.map((row) => [row.campaign, base + row.token]),
    )
    return { name: `${campaign}.csv`, content }
  })
}
