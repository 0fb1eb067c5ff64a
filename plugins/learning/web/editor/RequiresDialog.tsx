import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import type { OutlinePart } from '#plugins/learning/server/editor/draft_types'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

type Requires = OutlinePart['modules'][number]['activities'][number]['requires']
const CONDITIONS = ['opened', 'passed', 'completed'] as const

interface RequiresDialogProps {
  draft: Draft
  modules: OutlinePart['modules']
  /** The activity whose access is edited. */
  activity: string
  titleOf: (key: string) => string
  onChange: (requires: Requires) => void
  onClose: () => void
}

/** The steps that must be opened, passed or completed before a step opens; only earlier steps can be chosen. */
export function RequiresDialog({ draft, modules, activity, titleOf, onChange, onClose }: RequiresDialogProps) {
  const t = useT()
  const all = modules.flatMap((module) => module.activities)
  const at = all.findIndex(({ key }) => key === activity)
  const earlier = all.slice(0, at)
  const requires = all[at]?.requires ?? []
  const set = (index: number, change: Partial<Requires[number]>) =>
    onChange(requires.map((one, other) => (other === index ? { ...one, ...change } : one)))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="requires">
      <DialogTitle id="requires">{t('learning.outline.limit', { title: titleOf(activity) })}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t('learning.outline.limit_text')}</Typography>
        <Stack sx={{ gap: 4 }}>
          {requires.map((one, index) => (
            <Stack key={index} direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: { sm: 'center' } }}>
              <TextField
                select
                fullWidth
                label={t('learning.outline.step')}
                value={earlier.some(({ key }) => key === one.activity) ? one.activity : ''}
                onChange={(event) => set(index, { activity: event.target.value })}
              >
                {earlier.map(({ key }) => (
                  <MenuItem key={key} value={key}>
                    {titleOf(key)}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                select
                label={t('learning.outline.condition')}
                value={one.condition}
                onChange={(event) => set(index, { condition: event.target.value as (typeof CONDITIONS)[number] })}
                sx={{ minWidth: 160 }}
              >
                {CONDITIONS.filter((condition) => condition !== 'passed' || draft.activities[one.activity]?.type === 'quiz').map(
                  (condition) => (
                    <MenuItem key={condition} value={condition}>
                      {t(`learning.outline.condition_${condition}`)}
                    </MenuItem>
                  ),
                )}
              </TextField>
              <IconButton
                aria-label={t('core.form.remove', { what: titleOf(one.activity) })}
                onClick={() => onChange(requires.filter((_, other) => other !== index))}
              >
                <Icon name="delete" />
              </IconButton>
            </Stack>
          ))}
          {earlier.length ? (
            <Button
              startIcon={<Icon name="add" />}
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => onChange([...requires, { activity: earlier.at(-1)!.key, condition: 'completed' }])}
            >
              {t('learning.outline.add_condition')}
            </Button>
          ) : (
            <Typography>{t('learning.outline.first_step')}</Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('core.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
