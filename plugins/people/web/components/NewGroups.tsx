import { Alert, MenuItem, TextField } from '@mui/material'
import { api, queryClient, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { GROUP_KINDS, type GroupKind } from '#plugins/groups/contract/index'
import type { ImportView } from '../../server/services/import_service.js'

const NONE = ''

/** Groups of the file that do not exist yet: whether to create them, and as what kind. Renders nothing when there are none. */
export function NewGroups({ view }: { view: ImportView }) {
  const t = useT()
  const format = useFormat()
  const { fresh, create } = view.groups
  const save = useApiMutation((kind: GroupKind | null) => api.people.imports.groups({ params: { id: view.id }, body: { create: kind } }), {
    onSuccess: ({ data }) => queryClient.setQueryData(['people', 'import', view.id], { data }),
  })
  if (!fresh.count) return null
  if (fresh.too_many) return <Alert severity="warning">{t('people.import.fresh_too_many', { count: fresh.count })}</Alert>
  const more = fresh.count - fresh.names.length
  const names = format.list(more ? [...fresh.names, t('people.import.more_groups', { count: more })] : fresh.names)
  return (
    <Alert severity={create ? 'info' : 'warning'} sx={{ '& .MuiAlert-message': { flex: 1, overflowWrap: 'anywhere' } }}>
      {t(create ? 'people.import.fresh_makes' : 'people.import.fresh_few', { count: fresh.count, names })}
      <TextField
        select
        size="small"
        label={t('people.import.fresh_make')}
        value={create ?? NONE}
        disabled={save.isPending}
        onChange={({ target }) => save.mutate(target.value === NONE ? null : (target.value as GroupKind))}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ display: 'flex', mt: 4, maxWidth: 360 }}
      >
        <MenuItem value={NONE}>{t('people.import.fresh_none')}</MenuItem>
        {GROUP_KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`people.import.group_kind.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
    </Alert>
  )
}
