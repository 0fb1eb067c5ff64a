import { Box, Typography } from '@mui/material'
import { useMemo } from 'react'
import { api, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, ToneChip, useList, usePanelParam } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import type { Gap } from '../../server/transformers/skills_transformer.js'
import { CellPanel, cellOf } from '../components/CellPanel.js'
import { Months } from '../components/Months.js'
import { useCompanies, useSkillChoices } from '../queries.js'

const rowId = (row: Gap) => row.id

/** /skills/planning: who has to take what, and by when. */
export default function GapsPage() {
  const t = useT()
  const format = useFormat()
  const skill = useSkillChoices()
  const cell = usePanelParam('cel')
  const { admin, options: company } = useCompanies()
  const choices = useMemo(() => ({ skill, company }), [skill, company])
  const looks = useMemo<Record<string, ColumnLook<Gap>>>(
    () => ({
      by: {
        minWidth: 170,
        render: ({ state, by, renew_from: from }) => {
          if (state === 'starting') return t('skills.by', { day: format.day(by) ?? '' })
          if (state === 'missing') return t('skills.gaps.now')
          if (state === 'ended') return from ? t('skills.gaps.full') : t('skills.gaps.now')
          if (!from || !by) return format.day(by)
          return (
            <Box component="span" sx={{ display: 'block', py: { md: 2 }, lineHeight: { md: '18px' }, whiteSpace: 'normal' }}>
              {t('skills.gaps.window', { from: format.day(from) ?? '', to: format.day(by) ?? '' })}
            </Box>
          )
        },
      },
      name: { card: 'title', flex: 1.4, minWidth: 180 },
      skill: {
        flex: 1.6,
        minWidth: 180,
        render: ({ skill: name, course, course_name: proposed }) => (
          <Box component="span" sx={{ display: 'block', py: { md: 2 }, lineHeight: { md: '18px' }, minWidth: 0 }}>
            {name}
            <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
              {course === null ? t('skills.gaps.no_course') : proposed}
            </Typography>
          </Box>
        ),
      },
      state: {
        card: 'badge',
        // Room for the note that they already have the course.
        minWidth: 250,
        render: ({ state }) =>
          state === 'valid' ? (
            <ToneChip tone="neutral" icon="planned" label={t('skills.state.later')} />
          ) : (
            <StatusChip of={skillStatuses} status={state} />
          ),
      },
      mentor: {
        minWidth: 140,
        card: 'line',
        render: ({ mentor, needs_mentor: needed }) => mentor ?? (needed ? t('skills.gaps.no_mentor') : null),
      },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
    }),
    [t, format, admin],
  )
  const list = useList<Gap>({
    id: admin ? 'skills.gaps.admin' : 'skills.gaps',
    part: 'skills',
    path: '/api/skills/gaps',
    load: (query) => api.skills.gaps.index(withQuery(query)),
    looks,
    choices,
    icons: { 'skills.assign': 'school' },
  })
  return (
    <>
      <PageHeader title={t('skills.gaps.title')} text={t('skills.gaps.text')} trail={[{ label: t('skills.title'), to: '/skills' }]} />
      <Months state={list.table.state} ready={list.table.list !== undefined} error={list.table.error} />
      <DataTable<Gap>
        {...list.table}
        label={t('skills.gaps.title')}
        rowId={rowId}
        searchLabel={t('skills.gaps.search')}
        rowLabel={(row) => `${row.name}, ${row.skill}`}
        onRowClick={(row) => cell.open(cellOf(row.skill_id, row.membership))}
        openRow={list.table.rows?.find((row) => cellOf(row.skill_id, row.membership) === cell.value)?.id ?? null}
        empty={<EmptyState icon="checklist" title={t('skills.gaps.empty')} text={t('skills.gaps.empty_text')} />}
      />
      <CellPanel cell={cell.value} onClose={cell.close} />
    </>
  )
}
