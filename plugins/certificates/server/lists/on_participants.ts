import db from '@adonisjs/lucid/services/db'
import { attentionOf } from '#core/contract/attention'
import { extendList } from '#core/contract/lists'
import { endsFilter } from '#core/kit/lists'
import { nextEndColumn } from '#core/kit/people'
import { participantsList } from '#plugins/people/contract/index'
import { dayOf } from '../services/certificate_status.js'

const VALID = 'revoked_at is null and (valid_until is null or valid_until >= ?)'

/** The number of a person's valid certificates as a column of /deelnemers, and a filter for people without one. */
export const onParticipants = extendList(participantsList, {
  columns: [
    {
      key: 'certificates_valid',
      kind: 'number',
      label: 'certificates.participants.valid',
      load: async (rows) => {
        const counted: { membership_id: number; n: number }[] = await db
          .from('certificates_certificates')
          .whereIn('company_id', [...new Set(rows.map(({ companyId }) => companyId))])
          .whereIn(
            'membership_id',
            rows.map(({ id }) => id),
          )
          .whereRaw(VALID, [dayOf()])
          .groupBy('membership_id')
          .select('membership_id')
          .count('* as n')
        const found = new Map(counted.map(({ membership_id: id, n }) => [id, Number(n)]))
        return new Map(rows.map(({ id }) => [id, found.get(id) ?? 0]))
      },
    },
    {
      ...nextEndColumn('certificates_next_ends', 'date'),
      key: 'certificates_next_end',
      label: 'certificates.participants.next_end',
      visible: true,
    },
  ],
  filters: [
    endsFilter({
      key: 'certificates_ends',
      label: 'certificates.participants.ends',
      table: 'certificates_certificates',
      also: 'ends.revoked_at is null',
    }),
    {
      key: 'certificates_valid',
      label: 'certificates.participants.filter',
      choices: {
        some: 'certificates.participants.some',
        none: 'certificates.participants.none',
      },
      where: (query, value, { id, companyId }) => {
        query.whereRaw(
          `${value === 'none' ? 'not ' : ''}exists (select 1 from certificates_certificates cert
             where cert.company_id = ${companyId} and cert.membership_id = ${id} and cert.revoked_at is null and (cert.valid_until is null or cert.valid_until >= ?))`,
          [dayOf()],
        )
      },
    },
  ],
})

/** On the dashboard: certificates that expire soon. */
export const attention = [
  attentionOf(participantsList, {
    key: 'certificates.soon',
    query: { certificates_ends: 'next30', status: 'active' },
    path: '/deelnemers',
    label: 'certificates.attention.soon',
    icon: 'badge',
    tone: 'warning',
    order: 20,
  }),
]
