import { Button, Stack, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RequirementItem } from '#plugins/learning/server/transformers/requirement_transformer'
import { api, useApiMutation, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, Icon, useConfirm, useList, useToast } from '#web/ui'
import { coursePath } from './editor_paths.js'
import { AddRequirement, REQUIREMENTS_KEY } from './AddRequirement.js'

const rowId = (row: RequirementItem) => row.id

/** The requirements for a course or its exam: a minimum age, another course, an exam, a skill. */
export default function RequirementsTab() {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const remove = useApiMutation((id: number) => api.learning.requirements.remove({ params: { id } }), {
    refresh: [REQUIREMENTS_KEY],
    onSuccess: () => void toast.success(t('learning.requirements.removed')),
  })
  const looks = useMemo<Record<string, ColumnLook<RequirementItem>>>(
    () => ({
      course: { card: 'title', flex: 2, minWidth: 220 },
      before: { minWidth: 150 },
      kind: { minWidth: 170 },
      required: { flex: 2, minWidth: 220, value: (row) => (row.kind === 'age' ? t('learning.requirements.of_age') : row.required) },
    }),
    [t],
  )
  const list = useList<RequirementItem>({
    id: 'learning.requirements',
    part: 'learning',
    path: '/api/learning/requirements',
    load: (query) => api.learning.requirements.index(withQuery(query)),
    looks,
  })
  const ask = async (row: RequirementItem) => {
    const sure = await confirm({
      title: t('learning.requirements.remove_title'),
      text: t('learning.requirements.remove_text', { course: row.course, required: row.required }),
      confirmLabel: t('core.actions.delete'),
      destructive: true,
    })
    if (sure) remove.mutate(row.requirement!)
  }
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, mb: 4, alignItems: { sm: 'center' }, justifyContent: 'space-between' }}>
        <Typography sx={{ color: 'text.secondary', maxWidth: 640 }}>{t('learning.requirements.text')}</Typography>
        <Button variant="contained" startIcon={<Icon name="add" />} onClick={() => setAdding(true)} sx={{ flexShrink: 0 }}>
          {t('learning.requirements.add')}
        </Button>
      </Stack>
      <DataTable<RequirementItem>
        {...list.table}
        label={t('learning.requirements.title')}
        rowId={rowId}
        searchLabel={t('learning.overview.search')}
        rowLabel={(row) => row.course}
        rowActions={(row) => {
          if (!row.own) return []
          // For a course for adults, it is changed in the course's own settings.
          return row.requirement === null
            ? [{ icon: 'edit', label: t('core.actions.edit'), onRun: () => void navigate(coursePath(row.course_id)) }]
            : [{ icon: 'delete', label: t('core.actions.delete'), onRun: () => void ask(row) }]
        }}
        empty={<EmptyState icon="checklist" title={t('learning.requirements.empty')} text={t('learning.requirements.empty_text')} />}
      />
      {adding && <AddRequirement onClose={() => setAdding(false)} />}
    </>
  )
}
