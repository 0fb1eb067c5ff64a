import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { defineAction, defineList, type ListRequest, type ListSource } from '#core/kit/lists'
import { memberNames, type MemberRow, membersSource } from '#core/kit/people'
import { ORIGINS } from '../../contract/index.js'
import { groupFilter } from '../services/filter.js'
import { leave } from '../services/member_service.js'
import type { GroupMemberRow } from '../transformers/group_transformer.js'
import { groupInput } from '../validators/groups.js'

const people = membersSource()

/** The members' own query, limited to the requested group; without one it is empty. */
const ofGroup = ({ group, ...query }: ListRequest): ListRequest => ({
  ...query,
  // Counts are cached by the conditions that determine them (core/people/members.ts).
  members_of: group ?? null,
  narrow: [
    ...(query.narrow ?? []),
    (builder) => (group ? groupFilter.where(builder, group as number, { membershipId: 'm.id' }) : builder.whereRaw('false')),
  ],
})

async function withOrigin(rows: readonly MemberRow[], group: unknown): Promise<GroupMemberRow[]> {
  const found = await db
    .from('groups_members')
    .where('group_id', Number(group ?? 0))
    .whereIn(
      'membership_id',
      rows.map(({ id }) => id),
    )
    .select('membership_id', 'added', 'by_rule', 'joined_at')
  const of = new Map(found.map((row) => [row.membership_id as number, row]))
  return rows.flatMap((row) => {
    const here = of.get(row.id)
    // A person left between the two queries.
    return here ? [{ ...row, origin: here.by_rule ? 'rule' : here.added, since: here.joined_at }] : []
  })
}

const source: ListSource<GroupMemberRow> = {
  ofPeople: true,
  async page(query) {
    const { data, meta } = await people.page(ofGroup(query))
    return { data: await withOrigin(data, query.group), meta }
  },
  count: (query) => people.count(ofGroup(query)),
  async *batches(query) {
    for await (const rows of people.batches(ofGroup(query))) yield withOrigin(rows, query.group)
  },
  // A bulk action selects people and no group: its input names the group, and `leave` checks it.
  ids: (query, past, limit, only) => people.ids(only && !query.group ? query : ofGroup(query), past, limit, only),
}

/** The members of one group (`group`), with how they joined. */
export const memberList = defineList({
  name: 'groups.members',
  title: 'groups.members.title',
  access: can('groups.manage'),
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'groups.members.name',
      value: (row: GroupMemberRow) => fullName(row),
      sortable: true,
    },
    { key: 'email', kind: 'text', label: 'groups.members.email', value: (row) => row.email, sortable: true },
    {
      key: 'origin',
      kind: 'choice',
      label: 'groups.members.origin',
      value: (row) => row.origin,
      choices: Object.fromEntries(ORIGINS.map((origin) => [origin, `groups.origin.${origin}`])),
    },
    { key: 'since', kind: 'day', label: 'groups.members.since', value: (row) => row.since },
  ],
  filters: { group: { kind: 'id', label: 'groups.column.name' } },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: memberNames,
  actions: [
    defineAction({
      name: 'groups.leave',
      label: 'groups.leave.title',
      confirm: 'groups.leave.title',
      destructive: true,
      access: can('groups.manage'),
      input: groupInput,
      run: ({ id, trx, session, input: { group } }) => leave(trx, group, id, session),
    }),
  ],
})
