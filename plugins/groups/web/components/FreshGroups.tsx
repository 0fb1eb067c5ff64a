import { Checkbox, FormControlLabel, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { GROUP_KINDS, type GroupKind } from '../../contract/index.js'
import type { ImportReport } from '../../server/services/import.js'

interface FreshGroupsProps {
  fresh: ImportReport['fresh']
  /** The kind of the new groups; null: they are not created. */
  kind: GroupKind | null
  onChange: (kind: GroupKind | null) => void
}

/** Groups in a file that do not exist yet, and whether to create them. */
export function FreshGroups({ fresh: { count, names, too_many: tooMany }, kind, onChange }: FreshGroupsProps) {
  const t = useT()
  return (
    <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {t('groups.import.fresh', { count, names: names.join(', '), more: count - names.length })}
      </Typography>
      {tooMany ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('groups.import.too_many')}
        </Typography>
      ) : (
        <Stack direction="row" sx={{ columnGap: 4, rowGap: 2, flexWrap: 'wrap', alignItems: 'center', minHeight: 44 }}>
          <FormControlLabel
            control={<Checkbox checked={kind !== null} onChange={(_event, on) => onChange(on ? 'department' : null)} />}
            label={t('groups.import.make', { count })}
          />
          {kind && (
            <TextField
              select
              size="small"
              label={t('groups.column.kind')}
              value={kind}
              onChange={({ target }) => onChange(target.value as GroupKind)}
              sx={{ minWidth: 160 }}
            >
              {GROUP_KINDS.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`groups.kind.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </Stack>
      )}
    </Stack>
  )
}
