import { Box, ButtonBase, Skeleton, Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, ToneChip, useList, usePanelParam } from '#web/ui'
import { skillStatuses } from '../../contract/index.js'
import type { Gap } from '../../server/transformers/skills_transformer.js'
import { CellPanel, cellOf } from '../components/CellPanel.js'
import { useCompanies, useSkillChoices } from '../queries.js'

/** Of a month and the line below it. */
const MONTH_HEIGHT = 74

const rowId = (row: Gap) => row.id

/** /skills/planning: who has to take what, and by when. */
export default function GapsPage() {
  const t = useT()
  const format = useFormat()
  const skill = useSkillChoices()
  const cell = usePanelParam('cel')
  const { admin, options: company } = useCompanies()
  // What is proposed, by name; an admin's list is of many companies and has no names of theirs.
  const known = useApiQuery(['skills', 'options', {}], () => api.skills.options.index({ query: {} }), { enabled: !admin })
  const courses = useMemo(() => new Map((known.data?.data.courses ?? []).map(({ id, name }) => [id, name])), [known.data])
  const choices = useMemo(() => ({ skill, company }), [skill, company])
  const looks = useMemo<Record<string, ColumnLook<Gap>>>(
    () => ({
      by: {
        minWidth: 130,
        render: ({ state, by }) => (state === 'missing' || state === 'ended' ? t('skills.gaps.now') : format.day(by)),
      },
      name: { card: 'title', flex: 1.4, minWidth: 180 },
      skill: {
        flex: 1.6,
        minWidth: 180,
        render: ({ skill: name, course }) => (
          <Box component="span" sx={{ display: 'block', py: { md: 2 }, lineHeight: { md: '18px' }, minWidth: 0 }}>
            {name}
            <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
              {(course !== null && courses.get(course)) || (course === null ? t('skills.gaps.no_course') : '')}
            </Typography>
          </Box>
        ),
      },
      state: {
        card: 'badge',
        // Beside the state stands that the training is theirs already.
        minWidth: 250,
        render: ({ state }) =>
          state === 'valid' ? (
            <ToneChip tone="neutral" icon="planned" label={t('skills.state.later')} />
          ) : (
            <StatusChip of={skillStatuses} status={state} />
          ),
      },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
    }),
    [t, format, admin, courses],
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
      <Months state={list.table.state} />
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

type State = ReturnType<typeof useList<Gap>>['table']['state']

/** The months ahead with how much each asks; one narrows the list to it. */
function Months({ state }: { state: State }) {
  const t = useT()
  const format = useFormat()
  const { data, isPending } = useApiQuery(['skills', 'calendar'], () => api.skills.gaps.calendar({}))
  if (isPending) return <Skeleton variant="rounded" height={MONTH_HEIGHT} sx={{ mb: 5, width: 'min(560px, 100%)' }} />
  if (!data?.data.length) return null
  return (
    <Stack
      component="ul"
      aria-label={t('skills.gaps.months')}
      direction="row"
      sx={{ listStyle: 'none', m: 0, mb: 5, p: 0, gap: 3, overflowX: 'auto', pb: 1 }}
    >
      {data.data.map(({ month, people, gaps }) => {
        const [key, value] = month ? (['ends', `${month}-01..${lastDay(month)}`] as const) : (['state', 'missing,ended'] as const)
        const on = state.filters[key] === value
        return (
          <Box component="li" key={month ?? 'now'} sx={{ flex: '0 0 auto' }}>
            <ButtonBase
              aria-pressed={on}
              onClick={() => state.setFilter(key, on ? '' : value)}
              sx={{
                display: 'block',
                textAlign: 'left',
                minWidth: 132,
                minHeight: 64,
                px: 4,
                py: 3,
                borderRadius: '8px',
                border: '1px solid',
                borderColor: on ? 'primary.main' : 'divider',
                bgcolor: 'background.paper',
                '&:focus-visible': { outline: '2px solid', outlineOffset: 1, outlineColor: 'primary.main' },
              }}
            >
              <Typography sx={{ fontWeight: 650 }}>{month ? format.month(month) : t('skills.gaps.now')}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {t('skills.gaps.count', { gaps, people })}
              </Typography>
            </ButtonBase>
          </Box>
        )
      })}
    </Stack>
  )
}

/** Of a month `yyyy-mm`. Pure. */
function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${month}-${String(new Date(Date.UTC(year!, number!, 0)).getUTCDate()).padStart(2, '0')}`
}
