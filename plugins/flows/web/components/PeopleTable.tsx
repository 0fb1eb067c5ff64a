import { Box, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { profilePath } from '#plugins/people/contract/index'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, StatusChip, useList } from '#web/ui'
import { flowStates } from '../../contract/states.js'
import type { FlowPerson } from '../../server/transformers/flow_transformer.js'
import { useCompanies } from '../queries.js'
import { TimeLeft } from './StepLines.js'

const rowId = (row: FlowPerson) => row.id

/** People in one flow or in any: their progress, what is next and when, who is stuck. @param flow null: all */
export function PeopleTable({ flow }: { flow: number | null }) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const { admin } = useCompanies()
  const fixed = useMemo((): Record<string, number> => (flow === null ? {} : { flow }), [flow])
  const looks = useMemo<Record<string, ColumnLook<FlowPerson>>>(
    () => ({
      name: { card: 'title', flex: 1.4, minWidth: 170 },
      flow: { hidden: flow !== null, card: flow === null ? 'line' : 'none', flex: 1.4, minWidth: 170 },
      state: { card: 'badge', minWidth: 160, render: ({ state }) => <StatusChip of={flowStates} status={state} /> },
      done: { minWidth: 90, value: ({ done, total }) => t('flows.people.progress', { done, total }) },
      next: {
        ...{ flex: 2.4, minWidth: 300, card: 'line' },
        render: ({ next }) =>
          next && (
            <Box component="span" sx={{ display: 'block', py: { md: 2 }, lineHeight: { md: '18px' }, minWidth: 0, whiteSpace: 'normal' }}>
              {next.course}
              {/* A table row shows two lines; a card on a phone has room for the whole sentence. */}
              <Typography
                component="span"
                variant="body2"
                title={next.why}
                sx={{
                  display: 'block',
                  color: 'text.secondary',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: { md: 'nowrap' },
                }}
              >
                {next.why}
              </Typography>
            </Box>
          ),
      },
      starts_on: { minWidth: 110, value: ({ next }) => format.day(next?.starts_on) },
      stuck: {
        minWidth: 150,
        // On two lines: the reason is what a supervisor needs here.
        render: ({ stuck }) =>
          stuck && (
            <Box component="span" sx={{ display: 'block', py: { md: 2 }, lineHeight: { md: '18px' }, whiteSpace: 'normal' }}>
              {t(`flows.stuck.${stuck}`)}
            </Box>
          ),
      },
      time: {
        minWidth: 130,
        render: ({ due_on: due, time }) =>
          due && (
            <Box component="span" sx={{ display: 'block', py: { md: 2 }, lineHeight: { md: '18px' } }}>
              {format.day(due)}
              {time && <TimeLeft time={time} />}
            </Box>
          ),
      },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
    }),
    [t, format, admin, flow],
  )
  const list = useList<FlowPerson>({
    id: flow === null ? 'flows.people.all' : 'flows.people',
    part: 'flows',
    path: '/api/flows/people',
    load: (query) => api.flows.people.index(withQuery(query)),
    looks,
    fixed,
    nameOf: ({ name }) => name,
    icons: { 'flows.leave': 'delete', 'flows.retry': 'retry', 'flows.extend': 'calendar' },
  })
  return (
    <DataTable<FlowPerson>
      {...list.table}
      label={t(flow === null ? 'flows.people.title' : 'flows.people.in_flow')}
      rowId={rowId}
      searchLabel={t('flows.people.search')}
      onRowClick={(row) => void navigate(`${profilePath(row.membership_id)}&tab=flows.flows`)}
      rowLabel={(row) => t('flows.people.open', { name: row.name })}
      empty={<EmptyState icon="people" title={t('flows.people.empty')} text={t('flows.people.empty_text')} />}
    />
  )
}
