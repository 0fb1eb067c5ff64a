import { Button } from '@mui/material'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, withQuery } from '#web/api'
import { languageName, useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, ToneChip, useList } from '#web/ui'
import type { ExamView } from '../../server/transformers/exams_transformer.js'
import { editPath, useExamOptions } from '../queries.js'

const rowId = (row: ExamView) => row.id

/** The exams with their languages, provider and what they give: at /exams and on a tab of /training/overzicht. */
export function ExamsTable() {
  const t = useT()
  const navigate = useNavigate()
  const { providerOptions: provider } = useExamOptions()
  const choices = useMemo(() => ({ provider }), [provider])
  const looks = useMemo<Record<string, ColumnLook<ExamView>>>(
    () => ({
      course: { card: 'title', flex: 2, minWidth: 220 },
      kind: { minWidth: 130 },
      to_confirm: {
        minWidth: 150,
        card: 'none',
        render: (row) => (row.to_confirm ? <ToneChip tone="warning" icon="waiting" label={t('exams.to_confirm')} /> : ''),
      },
      languages: { minWidth: 110, value: (row) => row.languages.map(languageName).join(', ') },
      provider: { minWidth: 130, value: (row) => row.provider_name ?? t('exams.no_provider') },
      certificate: { minWidth: 180, flex: 1.4, card: 'none', value: (row) => row.certificate_text },
      valid_months: {
        minWidth: 120,
        align: 'left',
        value: (row) => (row.valid_months ? t('exams.months', { count: row.valid_months }) : t('exams.for_ever')),
      },
      adults_only: { minWidth: 90, card: 'none', value: (row) => (row.adults_only ? '18+' : '') },
      moments: { minWidth: 110 },
      active: {
        card: 'badge',
        minWidth: 110,
        render: (row) => (row.active ? '' : <ToneChip tone="neutral" icon="expired" label={t('exams.not_active')} />),
      },
    }),
    [t],
  )
  const list = useList<ExamView>({
    id: 'exams.exams',
    part: 'exams',
    path: '/api/exams/exams',
    load: (query) => api.exams.exams.index(withQuery(query)),
    looks,
    choices,
  })
  return (
    <DataTable<ExamView>
      {...list.table}
      label={t('exams.exams.title')}
      rowId={rowId}
      searchLabel={t('exams.exams.search')}
      onRowClick={(row) => void navigate(editPath(row.id))}
      rowLabel={(row) => t('exams.exams.open', { name: row.course })}
      empty={
        <EmptyState
          icon="trophy"
          title={t('exams.exams.empty')}
          text={t('exams.exams.empty_text')}
          action={
            <Button variant="contained" component={Link} to={editPath()}>
              {t('exams.exams.add')}
            </Button>
          }
        />
      }
    />
  )
}
